import type { ArchiveSource } from '@nodeyard/analysis/archive'
import { defined } from '@nodeyard/contract/ground'
import { serverOnly } from '../../ground/site/page-facts.ts'
import type { Site } from '../../ground/site/site.ts'

/** Content of an archive for pages without JavaScript. */
export interface PlainSource {
  files: { path: string; size: number }[]
  fileCount: number
  /** The selected file; omitted if it does not exist. */
  path?: string
  /** First lines of a text file. */
  lines?: string[]
}

const maxFiles = 1000
const maxLines = 1500
const maxCharacters = 60_000

const keyOf = (nodeId: string, version: string) => [serverOnly, 'source', nodeId, version]

/** Reads a file for users without JavaScript. Browsers read the archive themselves. */
export async function preparePlainSource(
  { queries }: Site,
  { nodeId, version, requestedPath }: { nodeId: string; version: string; requestedPath: string },
  source: ArchiveSource,
): Promise<void> {
  // Optional: the page explains a failure by itself.
  const plain = await readPlain(source, requestedPath).catch(() => undefined)
  if (plain) queries.setQueryData(keyOf(nodeId, version), plain)
}

export function plainSourceOf({ queries }: Site, nodeId: string, version: string): PlainSource | undefined {
  return queries.getQueryData(keyOf(nodeId, version))
}

async function readPlain(source: ArchiveSource, requestedPath: string): Promise<PlainSource> {
  const { openListing } = await import('@nodeyard/analysis/listing')
  const [{ readContent }, { firstFile }] = await Promise.all([
    import('./content.ts'),
    import('./file-tree.ts'),
  ])
  const listing = await openListing(source)
  const { files } = listing
  const file = requestedPath ? files.find(({ path }) => path === requestedPath) : firstFile(files)
  const content = file && (await readContent(listing, file))
  return {
    files: files.slice(0, maxFiles).map(({ path, size }) => ({ path, size })),
    fileCount: files.length,
    ...defined({ path: file?.path }),
    ...(content?.kind === 'text'
      ? {
          lines: content.text
            .slice(0, maxCharacters)
            .toWellFormed()
            .replace(/\n$/, '')
            .split('\n')
            .slice(0, maxLines),
        }
      : {}),
  }
}
