import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TooLarge, Unreachable } from '../../../ground/outbound/get.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { ReadingRefused } from '../refusal.ts'

const block = 512
const maxPaxBytes = 1024 * 1024

/**
 * Adds the files of a gzipped tar archive, as code hosts make them of a commit, to a pack while it arrives. Everything is
 * bounded: a bomb ends at the limit of unpacked bytes. Returns the commit that the archive names.
 */
export async function addTarball(source: Readable, pack: PackBuilder): Promise<{ commit?: string }> {
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  try {
    return await new TarReader(unpacked as AsyncIterable<Buffer>, pack).read()
  } catch (error) {
    throw toRefusal(error)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ReadingRefused || error instanceof Unreachable || error instanceof TooLarge)
    return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof TarFault)
    return new ReadingRefused(
      'unreadable',
      `Its archive is damaged or no archive: ${(error as Error).message}`,
    )
  return error
}

class TarFault extends Error {
  override name = 'TarFault'
}

interface Header {
  path: string
  size: number
  type: string
}

/** Reads ustar with pax and GNU long names. Source: POSIX.1-2017, `pax`. */
class TarReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #pack: PackBuilder
  #pending: Buffer = Buffer.alloc(0)
  #commit: string | undefined

  constructor(chunks: AsyncIterable<Buffer>, pack: PackBuilder) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#pack = pack
  }

  async read(): Promise<{ commit?: string }> {
    let longName = ''
    let count = 0
    for (;;) {
      const head = await this.#take(block, count === 0)
      if (head === undefined || head.every((byte) => byte === 0)) break
      count++
      const { path, size, type } = readHeader(head)
      if (type === 'x' || type === 'g' || type === 'L') {
        const text = await this.#text(size)
        const fields = type === 'L' ? { path: text.split('\0', 1)[0] ?? '' } : readPax(text)
        if (type === 'g') this.#commit = fields['comment'] ?? this.#commit
        else longName = fields['path'] ?? longName
        continue
      }
      await this.#entry({ path: longName || path, size, type })
      longName = ''
    }
    if (count === 0) throw new TarFault('it is empty')
    const commit = this.#commit
    return commit !== undefined && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit) ? { commit } : {}
  }

  async #entry({ path, size, type }: Header): Promise<void> {
    const isFile = type === '0' || type === '\0'
    // The archive has one folder around everything.
    const inside = path.slice(path.indexOf('/') + 1)
    if (!isFile) {
      this.#pack.see()
      if (type !== '5') this.#pack.omit(0, inside)
      return this.#skip(size)
    }
    if (this.#pack.judge(inside, size) === 'keep') {
      const content = await this.#take(size)
      await this.#pack.add(inside, content ?? Buffer.alloc(0))
      return this.#skip(padding(size), true)
    }
    return this.#skip(size)
  }

  async #text(size: number): Promise<string> {
    if (size > maxPaxBytes) throw new TarFault('a name is too long')
    const bytes = await this.#take(size)
    await this.#skip(padding(size), true)
    return bytes?.toString() ?? ''
  }

  /** Skips content with its padding, or exactly this many bytes. */
  async #skip(size: number, isExact = false): Promise<void> {
    let left = isExact ? size : size + padding(size)
    while (left > 0) {
      if (this.#pending.length === 0) await this.#more()
      const passed = Math.min(left, this.#pending.length)
      this.#pending = this.#pending.subarray(passed)
      left -= passed
    }
  }

  async #take(length: number, mayEnd = false): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    let left = length
    while (left > 0) {
      if (this.#pending.length === 0 && !(await this.#more(mayEnd && left === length))) return undefined
      const part = this.#pending.subarray(0, left)
      parts.push(part)
      left -= part.length
      this.#pending = this.#pending.subarray(part.length)
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  async #more(mayEnd = false): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) {
      if (mayEnd) return false
      throw new TarFault('it ends too early')
    }
    this.#pending = value
    return true
  }
}

const padding = (size: number) => (block - (size % block)) % block

function readHeader(head: Buffer): Header {
  const sum = Number.parseInt(textIn(head, 148, 8), 8)
  const actual = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (sum !== actual) throw new TarFault('a header is damaged')
  const name = textIn(head, 0, 100)
  const prefix = head.toString('latin1', 257, 262) === 'ustar' ? textIn(head, 345, 155) : ''
  const size = sizeIn(head)
  if (!Number.isSafeInteger(size) || size < 0) throw new TarFault('a size is no number')
  const type = head.toString('latin1', 156, 157)
  return { path: prefix === '' ? name : `${prefix}/${name}`, size, type }
}

/** Octal, or base 256 for large files. */
function sizeIn(head: Buffer): number {
  if (((head[124] ?? 0) & 0x80) === 0) return Number.parseInt(textIn(head, 124, 12).trim() || '0', 8)
  return Number(head.readBigUInt64BE(128))
}

function textIn(head: Buffer, at: number, length: number): string {
  const field = head.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}

/** Reads records such as `30 mtime=1350244992.023960108`. */
function readPax(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = blank < 0 ? Number.NaN : Number(bytes.toString('latin1', at, blank))
    if (!Number.isInteger(length) || length < 5 || at + length > bytes.length)
      throw new TarFault('an extended header is damaged')
    const [name = '', ...value] = bytes.toString('utf8', blank + 1, at + length - 1).split('=')
    fields[name] = value.join('=')
    at += length
  }
  return fields
}
