import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, registryAt } from '@nodeyard/contract/ground'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Identity, SignedInUser } from '../identity/identity.ts'
import { apiFetch } from '../session/api-fetch.ts'
import { type SessionState, serverSession } from '../session/session.ts'
import { createTexts, type Namespace, type Text, type Texts } from '../texts/texts.ts'
import { createQueryClient } from './query.ts'
import { type Site, SiteContext } from './site.ts'

/** Loads the texts of a language from the repository. */
export function textsOf(locale: Locale): Texts {
  const texts = createTexts(locale)
  const folder = join(import.meta.dirname, '../../../locales', locale)
  for (const file of readdirSync(folder)) {
    texts.add(file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')))
  }
  return texts
}

/** Returns the English texts of a namespace, so that tests need not repeat their wording. */
export function english<Name extends Namespace>(namespace: Name): Text<Name> {
  return textsOf('en').of(namespace)
}

const settings = {
  productName: 'Nodeyard',
  siteUrl: 'https://site.test',
  apiUrl: 'https://api.test',
  publicEnv: 'test',
  securityContact: 'mailto:security@site.test',
  codeHost: 'github.com',
  servesExistingClients: false,
  isFilling: false,
}

/** Creates a site whose registry is unreachable, for components that get their data as props. */
export function testSite(locale: Locale = 'en'): Site {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  return {
    settings: { ...settings, locale },
    session: serverSession,
    registry: registryAt('https://api.test', unreachable),
    getJson: unreachable,
    queries: createQueryClient(),
    texts: textsOf(locale),
    textFiles: {},
    prepareTexts: async () => {},
  }
}

/** A call of the site to the registry. */
export interface Call {
  method: string
  /** Path without the query. */
  path: string
  query: URLSearchParams
  body: unknown
}

/** Creates the site of a signed-in user, over a registry that responds as the test defines. */
export function siteOf(uid: string, answer: (call: Call) => unknown, locale: Locale = 'en'): Site {
  return siteOver({ state: 'signed-in', user: { uid } as SignedInUser }, answer, locale)
}

/** Variant of `siteOf` for any session state. */
export function siteOver(state: SessionState, answer: (call: Call) => unknown, locale: Locale = 'en'): Site {
  const session = { ...serverSession, current: () => state, identity: async () => ({}) as Identity }
  const site = { ...testSite(locale), session }
  const fetch = apiFetch('', {
    session,
    queries: site.queries,
    now: () => 0,
    fetch: async (address, init) => {
      const { pathname: path, searchParams: query } = new URL(String(address), 'https://api.test')
      const body = init?.body === undefined ? undefined : JSON.parse(String(init.body))
      const response = await answer({ method: init?.method ?? 'GET', path, query, body })
      return response instanceof Response ? response : Response.json(response ?? null)
    },
  })
  return { ...site, registry: registryAt('', fetch) }
}

/** Wraps a component in a page of a site. */
export function withSite(site: Site, element: ReactElement, at = '/'): ReactElement {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>
  )
}

/** Renders a component to HTML, as the server does, at an address. */
export function show(element: ReactElement, { locale = 'en' as Locale, at = '/' } = {}): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <SiteContext value={testSite(locale)}>
      <RouterProvider router={router} />
    </SiteContext>,
  )
}

/** Extracts the readable text of rendered HTML. */
export function textIn(html: string): string {
  const words = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return words.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim()
}
