import type { AuditEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Records, for the owners of each publisher, which credentials stop working while a user is banned. */
  recordPauses(tx: Tx, actor: AuditEvent['actor'], userId: string): Promise<void>
}
