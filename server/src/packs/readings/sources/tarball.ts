import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableWritablePair } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { TooLarge, Unreachable } from '../../../ground/outbound/get.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { ReadingRefused } from '../refusal.ts'
import type { CommitTree } from './commit-tree.ts'

const commitPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/**
 * Adds the files of a gzipped tar archive, as code hosts make them of a commit, to a pack while it arrives. Everything is
 * bounded: a bomb ends at the limit of unpacked bytes. Adds only what the commit has. Returns the commit that the archive
 * names.
 */
export async function addTarball(
  source: Readable,
  pack: PackBuilder,
  tree: CommitTree,
): Promise<{ commit?: string }> {
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  // Node and the library have different types for the same streams.
  const decoder: unknown = createTarDecoder({ strict: true })
  const entries = Readable.toWeb(unpacked)
    .pipeThrough(decoder as ReadableWritablePair<ParsedTarEntry, Uint8Array>)
    .getReader()
  let commit: string | undefined
  try {
    for (let count = 0; ; count++) {
      const { value: entry } = await read(entries.read())
      if (!entry && count === 0) throw new ReadingRefused('unreadable', 'Its archive is empty.')
      if (!entry) break
      commit ??= entry.header.pax?.['comment']
      await addEntry(entry, pack, tree)
    }
  } finally {
    source.destroy()
    unpacked.destroy()
    await entries.cancel().catch(() => {})
  }
  return commit !== undefined && commitPattern.test(commit) ? { commit } : {}
}

async function addEntry(
  { header, body }: ParsedTarEntry,
  pack: PackBuilder,
  tree: CommitTree,
): Promise<void> {
  const { name, size, type } = header
  // The archive has one folder around everything.
  const path = name.slice(name.indexOf('/') + 1)
  if (type !== 'file') {
    pack.see()
    if (type !== 'directory') pack.omit(0, path)
  } else if (pack.judge(path, size) === 'keep') {
    const content = tree.contentOf(path, await read(buffer(body)))
    if (content) await pack.add(path, content)
    return
  }
  tree.see(path)
  await read(body.cancel())
}

/** Turns faults of the archive into a refusal, but not those of its transfer. */
async function read<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Unreachable || error instanceof TooLarge) throw error
    throw new ReadingRefused(
      'unreadable',
      `Its archive is damaged or no archive: ${(error as Error).message}`,
    )
  }
}
