import { transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { replaceTerms } from './sql.ts'

/** Collects anew the words that typing errors are corrected to. */
export async function rebuildSearchTerms(deps: Pick<Deps, 'db' | 'changes'>): Promise<void> {
  await transact(deps, replaceTerms)
}
