import { changesOf, deltaHeadOf, fileOf, removalOf } from '@nodeyard/contract/catalogue-file'
import { type PackedFile, packFile } from './files.ts'
import type { ChangedLine } from './sql.ts'

/** What leads from the lines at a revision, or at any later one, to those of now. */
export function packDelta(
  changed: readonly ChangedLine[],
  { head, revision: base, sequence }: { head: string; revision: number; sequence?: number },
): Promise<PackedFile> {
  const lines = changed.filter(({ revision }) => revision > base).map((line) => lineSince(line, base))
  return packFile([Buffer.from(fileOf([deltaHeadOf(head, sequence), ...lines]))])
}

function lineSince({ nodeId, entry, wholeRevision, memberRevisions }: ChangedLine, base: number): string {
  if (entry === null) return removalOf(nodeId)
  if (wholeRevision > base) return entry
  const members = JSON.parse(entry) as Record<string, unknown>
  const changed = Object.entries(memberRevisions).filter(([, revision]) => revision > base)
  return changesOf(nodeId, Object.fromEntries(changed.map(([name]) => [name, members[name] ?? null])))
}
