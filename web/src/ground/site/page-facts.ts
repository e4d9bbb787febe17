import type { QueryClient } from '@tanstack/react-query'
import { type ErrorResponse, isRouteErrorResponse, UNSAFE_ErrorResponseImpl } from 'react-router'
import type { FormattedTexts } from '../texts/formats.ts'
import type { Namespace } from '../texts/texts.ts'
import type { Settings } from './settings.ts'

/** Data that the server embeds in a page for hydration. */
export interface PageFacts {
  settings: Settings
  /** Build id of the site; changes whenever any file changes. */
  build: string
  /** Addresses of the text files of this language. */
  textFiles: Record<string, string>
  /** Namespaces of the texts on this page. */
  namespaces: readonly Namespace[]
  /** Key, data and time of every query result that the page was rendered from. */
  answers: [readonly unknown[], unknown, number][]
  /** Formatted numbers, sizes and times on the page. */
  formatted: FormattedTexts
  /** Set when the page shows an error instead. */
  error?: { status: number; data: unknown }
}

export const pageFactsId = 'page-facts'

/** Placeholder for HTML that the page already contains, to avoid sending it twice. */
export const alreadyInPage = 'already-in-page'

/** Query keys with this first segment are not sent to the browser. */
export const serverOnly = 'server-only'

export function answersOf(queries: QueryClient): PageFacts['answers'] {
  return queries
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => state.status === 'success' && queryKey[0] !== serverOnly)
    .map(({ queryKey, state }) => [queryKey, withoutElements(state.data), state.dataUpdatedAt])
}

function withoutElements(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const shown = ['readmeHtml', 'drawing'].filter((name) => name in data)
  return shown.length > 0
    ? { ...data, ...Object.fromEntries(shown.map((name) => [name, alreadyInPage])) }
    : data
}

/** Reduces an error to its status and the data that a loader meant to show. Messages of bugs stay private. */
export function errorFact(error: unknown): PageFacts['error'] {
  if (isRouteErrorResponse(error)) return { status: error.status, data: error.data }
  return { status: 500, data: null }
}

export function errorFrom({ status, data }: NonNullable<PageFacts['error']>): ErrorResponse {
  return new UNSAFE_ErrorResponseImpl(status, '', data)
}
