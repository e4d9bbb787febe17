import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { filesOfArchive, openArchive, sourceOfFile } from '@nodeyard/analysis/archive'
import { withFolder } from '../../../ground/jobs/work-folder.ts'

export interface RecordFile {
  name: string
  /** The content is undefined when the file is too large. */
  text: string | undefined
}

const megabyte = 1024 * 1024
/** A record has a few kilobytes; a list of all has some hundred megabytes. */
const maxRecordBytes = 8 * megabyte
const maxListBytes = 256 * megabyte
const maxDownloadBytes = 200 * megabyte
const downloadMs = 10 * 60_000

/** Reads JSON files from a file, a zip file, a folder with such files, or the address of one. The operator chose it. */
export async function* readRecordFiles(source: string): AsyncGenerator<RecordFile> {
  if (!/^https?:\/\//i.test(source)) return yield* ofPath(source)
  const files = await withFolder(async (folder) => {
    const path = join(folder, 'advisories')
    await download(source, path)
    // Read before the folder is removed.
    return Array.fromAsync(ofFile(path, source))
  })
  yield* files
}

async function* ofPath(path: string): AsyncGenerator<RecordFile> {
  if (!(await stat(path)).isDirectory()) return yield* ofFile(path, path)
  const names = (await readdir(path)).filter((name) => /\.(json|zip)$/i.test(name)).sort()
  for (const name of names) yield* ofFile(join(path, name), name)
}

async function* ofFile(path: string, name: string): AsyncGenerator<RecordFile> {
  const { size } = await stat(path)
  if (await isZip(path)) return yield* ofZip(path)
  yield { name, text: size > maxListBytes ? undefined : await readFile(path, 'utf8') }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\u0003\u0004'
  } finally {
    await file.close()
  }
}

/** Reads one entry at a time, within the limits of uploaded archives. */
async function* ofZip(path: string): AsyncGenerator<RecordFile> {
  const file = await open(path)
  try {
    const archive = await openArchive(await sourceOfFile(file))
    const source = filesOfArchive(archive)
    for (const one of source.files) {
      if (!/\.json$/i.test(one.path)) continue
      const isFit = one.size <= maxRecordBytes
      yield { name: one.path, text: isFit ? Buffer.from(await source.read(one.path)).toString() : undefined }
    }
  } finally {
    await file.close()
  }
}

async function download(address: string, path: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(downloadMs) })
  if (!response.ok || !response.body) throw new Error(`${address} responded with status ${response.status}.`)
  let size = 0
  const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxDownloadBytes) throw new Error(`${address} has more than ${maxDownloadBytes} bytes.`)
      yield chunk
    }
  }
  await pipeline(
    Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
    limited,
    createWriteStream(path, { mode: 0o600 }),
  )
}
