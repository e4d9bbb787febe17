import type { Suggestions } from '@nodeyard/contract/packs'
import { isUnavailable } from '../../ground/db/unavailable.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { suggestNames } from './engine/suggest.ts'
import { listPublishersByBeginning } from './sql.ts'

const maxPublishers = 5

/** Suggests names that continue a typed text: nodes and comfy-nodes from the index, publishers from the database. */
export async function suggest(
  deps: Pick<Deps, 'db' | 'searchIndex'>,
  actor: Actor,
  typed: string,
): Promise<Suggestions> {
  const suggested = suggestNames(await deps.searchIndex.current(actor), typed)
  if (!suggested) return { queries: [], nodes: [], comfy_nodes: [], publishers: [] }
  return { ...suggested, publishers: await suggestPublishers(deps, typed) }
}

/** Suggests no publishers while the database is unavailable. */
async function suggestPublishers(
  { db }: Pick<Deps, 'db'>,
  typed: string,
): Promise<Suggestions['publishers']> {
  try {
    return await listPublishersByBeginning(db, typed.trim().replace(/^@/, ''), maxPublishers)
  } catch (error) {
    if (isUnavailable(error)) return []
    throw error
  }
}
