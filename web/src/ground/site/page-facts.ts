import type { QueryClient } from '@tanstack/react-query'
import { type ErrorResponse, isRouteErrorResponse, UNSAFE_ErrorResponseImpl } from 'react-router'
import type { Written } from '../texts/formats.ts'
import type { Namespace } from '../texts/texts.ts'
import type { Settings } from './settings.ts'

/** What the server writes beside a page so that the browser can go on from there. */
export interface PageFacts {
  settings: Settings
  /** Names the build of the site: changes with every file of it. */
  build: string
  /** Addresses of the text files of this language. */
  textFiles: Record<string, string>
  /** The namespaces that this page shows. */
  namespaces: readonly Namespace[]
  /** Key, value and time of every answer that the page was made from. */
  answers: [readonly unknown[], unknown, number][]
  /** Numbers, sizes and times as the page shows them. */
  written: Written
  /** Set when the page shows an error instead. */
  error?: { status: number; data: unknown }
}

export const pageFactsId = 'page-facts'

/** Stands for HTML that the page already holds as elements, which would otherwise be there twice. */
export const alreadyInPage = 'already-in-page'

/** Keys that begin so are answers for the page alone: they do not travel with it. */
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

/** What may be told of an error: the status, and what a loader meant to say. Never the message of a bug. */
export function errorFact(error: unknown): PageFacts['error'] {
  if (isRouteErrorResponse(error)) return { status: error.status, data: error.data }
  return { status: 500, data: null }
}

export function errorFrom({ status, data }: NonNullable<PageFacts['error']>): ErrorResponse {
  return new UNSAFE_ErrorResponseImpl(status, '', data)
}
