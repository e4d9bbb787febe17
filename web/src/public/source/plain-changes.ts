import type { ArchiveSource } from '@nodeyard/analysis/archive'
import type { FileChange } from '@nodeyard/analysis/listing'
import { serverOnly } from '../../ground/site/page-facts.ts'
import type { Site } from '../../ground/site/site.ts'

/** Changes to the files between two versions, for pages without JavaScript. */
export interface PlainChanges {
  changes: FileChange[]
  changeCount: number
}

export interface ComparedVersions {
  nodeId: string
  before: string
  after: string
}

const maxChanges = 1000

const keyOf = ({ nodeId, before, after }: ComparedVersions) => [serverOnly, 'changes', nodeId, before, after]

/** Lists the changed files for users without JavaScript. */
export async function preparePlainChanges(
  { queries }: Site,
  comparison: ComparedVersions,
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

export function plainChangesOf({ queries }: Site, comparison: ComparedVersions): PlainChanges | undefined {
  return queries.getQueryData(keyOf(comparison))
}

async function readChanges({
  before,
  after,
}: {
  before: ArchiveSource
  after: ArchiveSource
}): Promise<FileChange[]> {
  const { compareFiles, openListing } = await import('@nodeyard/analysis/listing')
  const [old, current] = await Promise.all([openListing(before), openListing(after)])
  return compareFiles(old.files, current.files)
}
