import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryAt } from '@nodeyard/contract/client'
import type { Locale } from '@nodeyard/contract/locales'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from './query.ts'
import { serverSession } from './session/session.ts'
import { type Site, SiteContext } from './site.ts'
import { createTexts, type Texts } from './texts.ts'

/** The texts of a language as they are in the repository. */
export function textsOf(locale: Locale): Texts {
  const texts = createTexts(locale)
  const folder = join(import.meta.dirname, '../locales', locale)
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
