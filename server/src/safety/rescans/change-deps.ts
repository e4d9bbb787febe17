import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that applying a change uses. */
export type ChangeDeps = Pick<GroundDeps, 'db' | 'changes' | 'now' | 'jobs'>

/** The parts of the program that starting a rescan uses. */
export interface StartDeps extends Pick<GroundDeps, 'db' | 'changes' | 'now' | 'newId'> {
  /** Queues the next batch of a rescan. Injected, because its job imports the scanner. */
  queueRescan(tx: Tx, rescanId: string): Promise<void>
}
