import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { Analyst } from '../../packs/publishing/analyst.ts'
import type { PopularNames } from '../../packs/publishing/look-alikes/popular-names.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  analyst: Analyst
  popularNames: PopularNames
  /** Queues the next batch of a rescan. Injected, because its job imports the scanner. */
  queueRescan(tx: Tx, rescanId: string): Promise<void>
}
