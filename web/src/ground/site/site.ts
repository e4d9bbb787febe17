import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import type { Registry } from '@nodeyard/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import { createContext as createRouterContext } from 'react-router'
import type { Session } from '../session/session.ts'
import type { Namespace, Text, Texts } from '../texts/texts.ts'
import type { Settings } from './settings.ts'

/** What every page may use. On the server there is one for each request, in the browser one in all. */
export interface Site {
  settings: Settings
  session: Session
  registry: Registry
  /** A plain GET of an API path, for what is no route of the contract. */
  getJson(path: `/${string}`, signal?: AbortSignal): Promise<unknown>
  /** The archive of a version, on the server. A browser reads it itself, `source/archive.ts`. */
  archiveOf?(nodeId: string, version: string, sizeBytes: number): ArchiveSource
  /** Controls for admins on the page of a node. Absent on the server, whose pages are anonymous. */
  NodeControls?: ComponentType<{ nodeId: string }>
  queries: QueryClient
  texts: Texts
  /** Addresses of the text files of this language. */
  textFiles: Record<string, string>
  /** Makes sure that the sentences of these namespaces are there before a page shows them. */
  prepareTexts(namespaces: readonly Namespace[]): Promise<void>
}

/** How loaders get the site. */
export const siteOfRequest = createRouterContext<Site>()

/** How components get the site. */
export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('The site is missing around this component.')
  return site
}

export function useText<Name extends Namespace>(namespace: Name): Text<Name> {
  return useSite().texts.of(namespace)
}

/** Marks our inline scripts for the server, which allows exactly these. Empty in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)
