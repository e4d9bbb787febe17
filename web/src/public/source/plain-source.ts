import { openListing } from '@nodeyard/analysis/archive/listing'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { serverOnly } from '../../ground/site/page-facts.ts'
import type { Site } from '../../ground/site/site.ts'
import { readContent } from './content.ts'
import { firstFile } from './file-tree.ts'

/** What a page can say of an archive where nothing runs in the browser. */
export interface PlainSource {
  files: { path: string; size: number }[]
  fileCount: number
  /** The file that is shown; absent where there is none of that name. */
  path?: string
  /** Of a text, its first lines. */
  lines?: string[]
}

const mostFiles = 1000
const mostLines = 1500
const mostLetters = 60_000

const keyOf = (nodeId: string, version: string) => [serverOnly, 'source', nodeId, version]

/** Reads a file for readers without scripts. The browser has no use for it: it reads the archive itself. */
export async function preparePlainSource(
  { queries }: Site,
  { nodeId, version, asked }: { nodeId: string; version: string; asked: string },
  source: ArchiveSource,
): Promise<void> {
  // A help only: what cannot be read is said by the page as before.
  const plain = await readPlain(source, asked).catch(() => undefined)
  if (plain) queries.setQueryData(keyOf(nodeId, version), plain)
}

export function plainSourceOf({ queries }: Site, nodeId: string, version: string): PlainSource | undefined {
  return queries.getQueryData(keyOf(nodeId, version))
}

async function readPlain(source: ArchiveSource, asked: string): Promise<PlainSource> {
  const listing = await openListing(source)
  const { files } = listing
  const file = asked ? files.find(({ path }) => path === asked) : firstFile(files)
  const content = file && (await readContent(listing, file))
  return {
    files: files.slice(0, mostFiles).map(({ path, size }) => ({ path, size })),
    fileCount: files.length,
    ...(file ? { path: file.path } : {}),
    ...(content?.kind === 'text'
      ? {
          lines: content.text
            .slice(0, mostLetters)
            .toWellFormed()
            .replace(/\n$/, '')
            .split('\n')
            .slice(0, mostLines),
        }
      : {}),
  }
}
