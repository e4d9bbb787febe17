import type { ListedFile } from '../archive/listing.ts'

export interface FileChange {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  path: string
  before?: ListedFile
  after?: ListedFile
}

/**
 * What became of the files between two versions, by path. By size and checksum alone, so nothing is unpacked; a file
 * that went and came back elsewhere with the same content was moved.
 */
export function compareFiles(before: readonly ListedFile[], after: readonly ListedFile[]): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]))
  const current = new Set(after.map(({ path }) => path))
  const gone = before.filter(({ path }) => !current.has(path))
  const changes: FileChange[] = []
  for (const file of after) {
    const earlier = old.get(file.path)
    if (earlier && contentOf(earlier) === contentOf(file)) continue
    if (earlier) changes.push({ kind: 'changed', path: file.path, before: earlier, after: file })
    else changes.push(toArrival(file, gone))
  }
  for (const file of gone) changes.push({ kind: 'removed', path: file.path, before: file })
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Takes the file that it was out of those that are gone. */
function toArrival(file: ListedFile, gone: ListedFile[]): FileChange {
  const origin = file.size === 0 ? -1 : gone.findIndex((other) => contentOf(other) === contentOf(file))
  if (origin < 0) return { kind: 'added', path: file.path, after: file }
  const [before] = gone.splice(origin, 1)
  return { kind: 'moved', path: file.path, ...(before ? { before } : {}), after: file }
}

function contentOf({ size, crc32 }: ListedFile): string {
  return `${size} ${crc32}`
}
