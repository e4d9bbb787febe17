import type { Health } from '@nodeyard/contract/packs'
import type { IndexedNode } from './engine/node-index.ts'

/** Nodes without a commit or release for this long are quiet. */
const quietMs = 365 * 86_400_000

/** Returns the state of a node's repository. */
export function healthOf(
  {
    isArchived,
    isSuperseded,
    committedMs,
    releasedMs,
  }: Pick<IndexedNode, 'isArchived' | 'isSuperseded' | 'committedMs' | 'releasedMs'>,
  now: Date,
): Health {
  if (isSuperseded) return 'superseded'
  if (isArchived) return 'archived'
  if (committedMs === null && releasedMs === null) return 'not_stated'
  const last = Math.max(committedMs ?? 0, releasedMs ?? 0)
  return last >= now.getTime() - quietMs ? 'maintained' : 'quiet'
}
