import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { linesOf, openFile } from './lines.ts'
import { type ManagerList, recognizeList } from './manager-lists.ts'

/** The content of a source: entries of one per line, or whole lists. */
export interface ListedSource {
  /** Lines of all files with an object in each line. */
  lines: AsyncIterable<string>[]
  lists: ManagerList[]
  /** Files and addresses that are neither, with the reason. */
  notRead: { name: string; reason: string }[]
}

/** The largest list of the community has a megabyte. */
const largestDocument = 256 * 1024 * 1024
const downloadMs = 10 * 60_000

/** Opens a file, a folder or an address, and tells the format of each part by its content. */
export async function openListedSource(source: string): Promise<ListedSource> {
  const opened: ListedSource = { lines: [], lists: [], notRead: [] }
  if (/^https?:\/\//i.test(source)) await add(opened, source, await download(source))
  else if (!(await stat(source)).isDirectory()) await add(opened, source, () => openFile(source))
  else {
    const names = (await readdir(source)).filter((name) => /\.(jsonl?|jsonl?\.gz)$/i.test(name)).sort()
    for (const name of names) await add(opened, name, () => openFile(join(source, name)))
    if (names.length === 0)
      opened.notRead.push({ name: source, reason: 'The folder contains no .json or .jsonl files.' })
  }
  return opened
}

/** Lists of the manager are one document; the first line of our own is an object by itself. */
async function add(opened: ListedSource, name: string, read: () => Readable): Promise<void> {
  if (await isByLine(read)) return void opened.lines.push(linesOf(read()))
  const document = await readDocument(read)
  const list = document === undefined ? undefined : recognizeList(document)
  if (list) opened.lists.push(list)
  else
    opened.notRead.push({ name, reason: 'It is neither a list of nodes nor a list of the in-app manager.' })
}

async function isByLine(read: () => Readable): Promise<boolean> {
  for await (const line of linesOf(read())) {
    if (line.trim() === '') continue
    const first = parse(line)
    // One line can also hold a whole list.
    return first !== undefined && recognizeList(first) === undefined
  }
  return false
}

async function readDocument(read: () => Readable): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of read() as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largestDocument) return undefined
    chunks.push(chunk)
  }
  return parse(Buffer.concat(chunks).toString())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps the bytes, which are read twice. The operator chose the address, so it can be any. */
async function download(address: string): Promise<() => Readable> {
  const response = await fetch(address, { signal: AbortSignal.timeout(downloadMs) })
  if (!response.ok || !response.body) throw new Error(`${address} responded with status ${response.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > largestDocument) throw new Error(`${address} is larger than ${largestDocument} bytes.`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return () => (isPacked ? Readable.from([bytes]).pipe(createGunzip()) : Readable.from([bytes]))
}
