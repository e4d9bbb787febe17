import { openListing } from '@nodeyard/analysis/archive/listing'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { compareFiles, type FileChange } from '@nodeyard/analysis/compare/files'
import { serverOnly } from '../../ground/site/page-facts.ts'
import type { Site } from '../../ground/site/site.ts'

/** What became of the files from one version to another, where nothing runs in the browser. */
export interface PlainChanges {
  changes: FileChange[]
  changeCount: number
}

export interface Comparison {
  nodeId: string
  before: string
  after: string
}

const mostChanges = 1000

const keyOf = ({ nodeId, before, after }: Comparison) => [serverOnly, 'changes', nodeId, before, after]

/** Lists the changed files for readers without scripts. */
export async function preparePlainChanges(
  { queries }: Site,
  comparison: Comparison,
  archives: { before: ArchiveSource; after: ArchiveSource },
): Promise<void> {
  // A help only: what cannot be read is said by the page as before.
  const changes = await readChanges(archives).catch(() => undefined)
  if (!changes) return
  queries.setQueryData(keyOf(comparison), {
    changes: changes.slice(0, mostChanges),
    changeCount: changes.length,
  } satisfies PlainChanges)
}

export function plainChangesOf({ queries }: Site, comparison: Comparison): PlainChanges | undefined {
  return queries.getQueryData(keyOf(comparison))
}

async function readChanges({
  before,
  after,
}: {
  before: ArchiveSource
  after: ArchiveSource
}): Promise<FileChange[]> {
  const [old, current] = await Promise.all([openListing(before), openListing(after)])
  return compareFiles(old.files, current.files)
}
