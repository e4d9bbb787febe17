import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  codeHost: CodeHost
  /** Queues the pipeline for a version. Injected, because its job imports the whole pipeline. */
  processAgain(tx: Tx, versionId: string): Promise<void>
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
}
