import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { SearchIndex } from './search-index.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  searchIndex: Pick<SearchIndex, 'current' | 'isLoaded' | 'size'>
  codeHost: CodeHost
  /**
   * Rebuilds search entries in the transaction that changes their nodes. It is passed as an argument, because the domains
   * that change nodes cannot import the search.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
}
