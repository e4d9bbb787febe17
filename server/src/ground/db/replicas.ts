import pg from 'pg'
import type { Db } from './database.ts'
import { isUnavailable } from './unavailable.ts'

/** Replicas that lag further behind are not used. */
export const maxLagMs = 5000
/** Replicas of the database, for reads that can be slightly stale. */
export interface Replicas {
  /**
   * A replica that has replayed every change this process was notified of, and is at most {@link maxLagMs} behind.
   * Undefined if there is none.
   */
  pick(): Db | undefined
  /** Stops using a replica until its next successful check. Resolves to false if the primary is unreachable too. */
  suspend(db: Db): Promise<boolean>
  /** Milliseconds since each replica last caught up with the primary; infinite if it never did. */
  ages(): number[]
  close(): Promise<void>
}

/**
 * Reads from a replica, or from the primary if no replica is current enough or the chosen one fails. `read` can run
 * twice, so it must not write.
 */
export async function fromReplica<D extends { db: Db; replicas: Replicas }, T>(
  deps: D,
  read: (deps: D) => Promise<T>,
): Promise<T> {
  const db = deps.replicas.pick()
  if (!db) return read(deps)
  try {
    return await read({ ...deps, db })
  } catch (error) {
    if (isUnavailable(error)) {
      // After one timeout, the caller should not wait for a second one.
      if (!(await deps.replicas.suspend(db))) throw error
    }
    // A replica also cancels statements that conflict with its replay.
    else if (!(error instanceof pg.DatabaseError)) throw error
    return read(deps)
  }
}
