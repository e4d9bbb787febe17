import {
  knownReleases,
  type StoredReleases,
  withoutRelease,
  withRelease,
} from '@nodeyard/analysis/comfy-nodes'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { listCoreNodes } from './find.ts'
import { storeCoreRows } from './sql.ts'
import { coreNodesTag } from './tag.ts'

export interface CoreList {
  names: readonly string[]
  /** The release of the tool that the list is of. */
  release?: string | undefined
  /** Whether the release has no other comfy-nodes. */
  isComplete: boolean
}

export interface CoreImport {
  added: string[]
  removed: string[]
  total: number
}

/** Updates the list of the tool's own comfy-nodes, and invalidates the responses made from it. */
export async function importCoreNodes(
  deps: Pick<GroundDeps, 'db' | 'changes' | 'now'>,
  list: CoreList,
): Promise<CoreImport> {
  return transact(deps, async (tx) => {
    const before = await listCoreNodes(tx)
    const after = merge(before, list)
    const changed = [...after].filter(([name, releases]) => !isSame(before.get(name), releases))
    const updatedAt = deps.now()
    await storeCoreRows(
      tx,
      changed.map(([name, { since = null, after = null, until = null, seen = null }]) => ({
        name,
        since,
        after,
        until,
        seen,
        updated_at: updatedAt,
      })),
    )
    const added = changed.flatMap(([name]) => (before.has(name) ? [] : [name]))
    const removed = changed.flatMap(([name, { until }]) => (until && !before.get(name)?.until ? [name] : []))
    if (changed.length > 0) {
      markChanged(tx, coreNodesTag)
      await recordEvent(tx, {
        actor: { kind: 'operator', id: 'operator' },
        action: 'core-nodes.import',
        subject: { kind: 'registry', id: 'registry' },
        after: { release: list.release ?? '', added, removed },
        at: updatedAt,
      })
    }
    return { added, removed, total: after.size }
  })
}

/** Merges a list into what is known. Pure. */
export function merge(
  known: ReadonlyMap<string, StoredReleases>,
  { names, release, isComplete }: CoreList,
): Map<string, StoredReleases> {
  const merged = new Map(known)
  for (const name of names) {
    const stored = known.get(name) ?? knownReleases(name) ?? {}
    merged.set(name, release ? withRelease(stored, release) : stored)
  }
  if (!release || !isComplete) return merged
  const listed = new Set(names)
  for (const [name, stored] of known) if (!listed.has(name)) merged.set(name, withoutRelease(stored, release))
  return merged
}

const isSame = (a: StoredReleases | undefined, b: StoredReleases) =>
  a !== undefined && a.since === b.since && a.after === b.after && a.until === b.until && a.seen === b.seen
