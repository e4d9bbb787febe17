import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import type { FileChange } from '@nodeyard/analysis/compare/files'
import { serverOnly } from '../../ground/site/page-facts.ts'
import type { Site } from '../../ground/site/site.ts'

/** Changes to the files between two versions, for pages without JavaScript. */
export interface PlainChanges {
  changes: FileChange[]
  changeCount: number
}

export interface Comparison {
  nodeId: string
  before: string
  after: string
}

const maxChanges = 1000

const keyOf = ({ nodeId, before, after }: Comparison) => [serverOnly, 'changes', nodeId, before, after]

/** Lists the changed files for users without JavaScript. */
export async function preparePlainChanges(
  { queries }: Site,
  comparison: Comparison,
  archives: { before: ArchiveSource; after: ArchiveSource },
): Promise<void> {
  // Optional: the page explains a failure by itself.
  const changes = await readChanges(archives).catch(() => undefined)
  if (!changes) return
  queries.setQueryData(keyOf(comparison), {
    changes: changes.slice(0, maxChanges),
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
  const [{ openListing }, { compareFiles }] = await Promise.all([
    import('@nodeyard/analysis/archive/listing'),
    import('@nodeyard/analysis/compare/files'),
  ])
  const [old, current] = await Promise.all([openListing(before), openListing(after)])
  return compareFiles(old.files, current.files)
}
