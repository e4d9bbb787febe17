import type { ListedFile } from '../../archive/listing.ts'

export interface FileChange {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  path: string
  before?: ListedFile
  after?: ListedFile
}

/**
 * Lists the file changes between two versions, by path. Compares only size and checksum, so nothing is
 * unpacked; a file that disappeared and reappeared elsewhere with the same content was moved.
 */
export function compareFiles(before: readonly ListedFile[], after: readonly ListedFile[]): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]))
  const current = new Set(after.map(({ path }) => path))
  const gone = new Set(before.filter(({ path }) => !current.has(path)))
  const goneWith = Map.groupBy([...gone].reverse(), contentOf)
  const changes: FileChange[] = []
  for (const file of after) {
    const earlier = old.get(file.path)
    if (earlier && contentOf(earlier) === contentOf(file)) continue
    if (earlier) changes.push({ kind: 'changed', path: file.path, before: earlier, after: file })
    else changes.push(toArrival(file, gone, goneWith))
  }
  for (const file of gone) changes.push({ kind: 'removed', path: file.path, before: file })
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Removes the first file with that content from the list of removed ones. */
function toArrival(
  file: ListedFile,
  gone: Set<ListedFile>,
  goneWith: ReadonlyMap<string, ListedFile[]>,
): FileChange {
  const before = file.size === 0 ? undefined : goneWith.get(contentOf(file))?.pop()
  if (!before) return { kind: 'added', path: file.path, after: file }
  gone.delete(before)
  return { kind: 'moved', path: file.path, before, after: file }
}

function contentOf({ size, crc32 }: ListedFile): string {
  return `${size} ${crc32}`
}
