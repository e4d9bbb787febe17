import type { FileHash, PackHashes } from '@nodeyard/analysis/facts'
import type { FileMatch } from '@nodeyard/contract/packs'

/** The files of a commit. */
export interface CommitFiles extends PackHashes {
  /** Files that could not be fetched, such as links. */
  omitted: readonly string[]
  /** Whether more were omitted than are listed. */
  hasMoreOmitted: boolean
}

export interface Comparison {
  same: number
  counts: Record<FileMatch, number>
  /** Those that differ, changed ones first. */
  files: { path: string; state: FileMatch }[]
}

const order: readonly FileMatch[] = ['changed', 'added', 'skipped', 'missing']

/** Compares the files of an archive with those of a commit. Names are compared exactly. */
export function compareFiles(archive: PackHashes, commit: CommitFiles): Comparison {
  const inCommit = new Map(commit.hashes.map((hash) => [hash.path, hash]))
  const unread = new Set([...commit.omitted, ...commit.skipped])
  const inArchive = new Set([...archive.skipped, ...archive.hashes.map(({ path }) => path)])
  const files: Comparison['files'] = []
  let same = 0
  for (const hash of archive.hashes) {
    const other = inCommit.get(hash.path)
    if (other && areSame(hash, other)) same++
    else files.push({ path: hash.path, state: other ? 'changed' : stateOfAbsent(hash.path) })
  }
  for (const path of archive.skipped) files.push({ path, state: 'skipped' })
  for (const path of [...inCommit.keys(), ...unread])
    if (!inArchive.has(path)) files.push({ path, state: 'missing' })
  files.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.path < b.path ? -1 : 1))
  const count = (state: FileMatch) => files.filter((file) => file.state === state).length
  const counts = {
    changed: count('changed'),
    added: count('added'),
    missing: count('missing'),
    skipped: count('skipped'),
  }
  return { same, counts, files }

  function stateOfAbsent(path: string): FileMatch {
    return unread.has(path) || commit.hasMoreOmitted ? 'skipped' : 'added'
  }
}

/** Ignores line ends that git converts, and compares the content behind a Git LFS pointer. */
function areSame(inArchive: FileHash, inCommit: FileHash): boolean {
  if (inArchive.digest === inCommit.digest || inArchive.digest === inCommit.lfsDigest) return true
  return inArchive.textDigest !== undefined && inArchive.textDigest === inCommit.textDigest
}
