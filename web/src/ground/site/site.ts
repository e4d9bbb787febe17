import type { ArchiveSource } from '@nodeyard/analysis/archive'
import { programCommand } from '@nodeyard/contract/discovery'
import type { Registry } from '@nodeyard/contract/ground'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import { createContext as createRouterContext } from 'react-router'
import type { Session } from '../session/session.ts'
import { type Formats, formatsOf } from '../texts/formats.ts'
import type { Namespace, Text, Texts } from '../texts/texts.ts'
import type { Settings } from './settings.ts'

/** Services for pages. The server creates one per request, the browser one per tab. */
export interface Site {
  settings: Settings
  session: Session
  registry: Registry
  /** Sends a GET request to an API path that is not a route of the contract. */
  getJson(path: `/${string}`, signal?: AbortSignal): Promise<unknown>
  /** Opens the archive of a version on the server. Browsers use `source/archive.ts` instead. */
  archiveOf?(nodeId: string, version: string, sizeBytes: number): ArchiveSource
  /** Admin controls on the page of a node. Omitted on the server, whose pages are anonymous. */
  NodeControls?: ComponentType<{ nodeId: string }>
  queries: QueryClient
  texts: Texts
  /** Addresses of the text files of this language. */
  textFiles: Record<string, string>
  /** Loads the texts of these namespaces before a page shows them. */
  prepareTexts(namespaces: readonly Namespace[]): Promise<void>
}

/** Site in the context of loaders. */
export const siteOfRequest = createRouterContext<Site>()

/** Site in the context of components. */
export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('The site is missing around this component.')
  return site
}

export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  return useSite().texts.of(namespace)
}

/** Formats numbers, sizes and times in the reader's language. */
export function useFormats(): Formats {
  return formatsOf(useSite().settings.locale)
}

/** The start of a command line that runs the program of this registry. */
export function useProgram(): string {
  return programCommand(useSite().settings.apiUrl)
}

/** Nonce of the page's inline scripts, which the server allows. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)
