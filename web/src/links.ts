import { limits } from '@nodeyard/contract/limits'
import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/locales'
import { href } from 'react-router'
import { pageField, type Schema, textField, writeSearch } from './search-params.ts'

export interface HomeSearch {
  q: string
  page: number
}
export const homeSearch: Schema<HomeSearch> = { q: textField(limits.searchLength), page: pageField }

export interface PageSearch {
  page: number
}
export const pageSearch: Schema<PageSearch> = { page: pageField }

/** Sections of a node page. */
export const sections = {
  readme: 'readme',
  comfyNodes: 'comfy-nodes',
  versions: 'versions',
  dependencies: 'dependencies',
} as const
export type Section = (typeof sections)[keyof typeof sections]

/**
 * Every address inside the site, without the language: the router puts it in front of links, and
 * {@link inLocale} does it for addresses that leave the router.
 */
export const links = {
  home: (search: Partial<HomeSearch> = {}) => href('/') + writeSearch(homeSearch, search),
  node: (nodeId: string, search: Partial<PageSearch> = {}) =>
    href('/nodes/:nodeId', { nodeId }) + writeSearch(pageSearch, search),
  version: (nodeId: string, version: string, search: Partial<PageSearch> = {}) =>
    href('/nodes/:nodeId/versions/:version', { nodeId, version }) + writeSearch(pageSearch, search),
  publisher: (publisherId: string, search: Partial<PageSearch> = {}) =>
    href('/publishers/:publisherId', { publisherId }) + writeSearch(pageSearch, search),
  apiDocs: () => href('/docs/api'),
  login: (fromUrl: string) => `${href('/auth/login')}?${new URLSearchParams({ fromUrl })}`,
  signup: (fromUrl: string) => `${href('/auth/signup')}?${new URLSearchParams({ fromUrl })}`,
  section: (section: Section) => `#${section}`,
} as const

/** The path in another language: English has no prefix, the others are the first segment. */
export function inLocale(locale: Locale, path: string): string {
  if (locale === fallbackLocale) return path
  return path === '/' || path.startsWith('/?') ? `/${locale}${path.slice(1)}` : `/${locale}${path}`
}

/** The path without its language. */
export function withoutLocale(path: string): string {
  const [, first = ''] = path.split(/[/?#]/, 2)
  return isLocale(first) ? path.slice(first.length + 1).replace(/^(?!\/)/, '/') : path
}
