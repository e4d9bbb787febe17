import type { listNodes } from '@nodeyard/contract/nodes'
import type { QueryOf } from '@nodeyard/contract/route'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { InstallCounter } from './install-counter.ts'

/** Pages of the list of nodes that are ready in memory, for programs that read the whole list. */
export interface ReadyPages {
  /** The cache tag that changes drop these pages by. */
  tag: string
  /** One key for all queries with the same page; undefined for a query that only the database can answer. */
  keyOf(query: QueryOf<typeof listNodes>): string | undefined
  /** The response body; undefined while the page is not ready. */
  page(query: QueryOf<typeof listNodes>): Promise<string | undefined>
}

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  installs: InstallCounter
  codeHost: CodeHost
  syncPages: ReadyPages
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
