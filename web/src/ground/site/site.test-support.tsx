import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryAt } from '@nodeyard/contract/client'
import type { Locale } from '@nodeyard/contract/locales'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { SignedInUser } from '../identity/identity.ts'
import { apiFetch } from '../session/api-fetch.ts'
import { type SessionState, serverSession } from '../session/session.ts'
import { createTexts, type Texts } from '../texts/texts.ts'
import { createQueryClient } from './query.ts'
import { type Site, SiteContext } from './site.ts'

/** The texts of a language as they are in the repository. */
export function textsOf(locale: Locale): Texts {
  const texts = createTexts(locale)
  const folder = join(import.meta.dirname, '../../../locales', locale)
  for (const file of readdirSync(folder)) {
    texts.add(file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')))
  }
  return texts
}

const settings = {
  productName: 'Nodeyard',
  siteUrl: 'https://site.test',
  apiUrl: 'https://api.test',
  publicEnv: 'test',
  securityContact: 'mailto:security@site.test',
  codeHost: 'github.com',
  isFilling: false,
}

/** A site whose registry is never asked: what a component shows is given to it. */
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

/** A call of the site to the registry, and its answer, which the test gives. */
export interface Call {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  body: unknown
}

/** The site as a signed-in person has it, over a registry that answers as the test says. */
export function siteOf(uid: string, answer: (call: Call) => unknown, locale: Locale = 'en'): Site {
  return siteOver({ state: 'signed-in', user: { uid } as SignedInUser }, answer, locale)
}

/** The same in any state of the session. */
export function siteOver(state: SessionState, answer: (call: Call) => unknown, locale: Locale = 'en'): Site {
  const session = { ...serverSession, current: () => state }
  const site = { ...testSite(locale), session }
  const fetch = apiFetch('', {
    session,
    queries: site.queries,
    now: () => 0,
    fetch: async (address, init) => {
      const { pathname: path, searchParams: query } = new URL(String(address), 'https://api.test')
      const body = init?.body === undefined ? undefined : JSON.parse(String(init.body))
      const given = await answer({ method: init?.method ?? 'GET', path, query, body })
      return given instanceof Response ? given : Response.json(given ?? null)
    },
  })
  return { ...site, registry: registryAt('', fetch) }
}

/** Puts a component into a page of a site. */
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

/** An answer that comes when the test says so. */
export function held<Value>(): { promise: Promise<Value>; give(value: Value): void } {
  const { promise, resolve } = Promise.withResolvers<Value>()
  return { promise, give: resolve }
}

/** The elements that a component becomes on the server, at an address. */
export function show(element: ReactElement, { locale = 'en' as Locale, at = '/' } = {}): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <SiteContext value={testSite(locale)}>
      <RouterProvider router={router} />
    </SiteContext>,
  )
}

/** What a person reads of it. */
export function textIn(html: string): string {
  const words = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return words.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim()
}
