import type { QueryOf } from '@nodeyard/contract/ground'
import type { listNodes } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { InstallCounter } from './install-counter.ts'

/** Pages of the node list that are ready in memory, for programs that read the whole list. */
export interface ReadyPages {
  /** The cache tag that invalidates these pages. */
  tag: string
  /**
   * Returns the same key for all queries with the same page; undefined for a query that only the database can
   * answer.
   */
  keyOf(query: QueryOf<typeof listNodes>): string | undefined
  /** Returns the response body; undefined while the page is not ready. */
  page(query: QueryOf<typeof listNodes>): Promise<string | undefined>
}

export interface Deps extends GroundDeps {
  installs: InstallCounter
  codeHost: CodeHost
  syncPages: ReadyPages
}
