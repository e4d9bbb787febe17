import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { EntriesAtHand } from './entries-at-hand.ts'
import type { ShownNodes } from './shown-nodes.ts'
import type { Terms } from './terms-at-hand.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  entriesAtHand: EntriesAtHand
  shownNodes: ShownNodes
  termsAtHand: Terms
  codeHost: CodeHost
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
}
