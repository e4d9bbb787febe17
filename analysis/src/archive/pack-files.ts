import type { OnFile } from '../ground/progress.ts'
import { unpack } from './contents.ts'
import { type Archive, readFile, readStart } from './reader.ts'
import { ArchiveRefusal } from './refusal.ts'

export interface PackFile {
  /** Relative to the pack's folder, with forward slashes. */
  path: string
  size: number
}

/** The files of a pack in an archive, a folder or a browser's drop zone. */
export interface PackFiles {
  readonly files: readonly PackFile[]
  /** Reads the whole file. Callers only ask for files within the size limit of the reader. */
  read(path: string): Promise<Uint8Array>
  /** Reads up to `length` first bytes. */
  readStart(path: string, length: number): Promise<Uint8Array>
  /** Reads the whole file in pieces, whatever its size. */
  pieces(path: string): AsyncIterable<Uint8Array>
}

/** Returns the files of an opened archive, which are verified while reading. */
export function filesOfArchive(archive: Archive): PackFiles {
  const entries = new Map(
    archive.entries.filter((entry) => !entry.isFolder).map((entry) => [entry.path, entry]),
  )
  const find = (path: string) => {
    const entry = entries.get(path)
    if (!entry) throw new ArchiveRefusal('header_invalid', { path, detail: 'no such entry' })
    return entry
  }
  return {
    files: [...entries.values()].map(({ path, size }) => ({ path, size })),
    read: async (path) => readFile(archive, find(path), archive.limits.unpackedBytes),
    readStart: async (path, length) => readStart(archive, find(path), length),
    pieces: (path) => unpack(archive.source, find(path)),
  }
}

/** Returns the same files, and reports each read. */
export function reportReads(source: PackFiles, onFile: OnFile): PackFiles {
  const reported =
    <Rest extends unknown[], Result>(read: (path: string, ...rest: Rest) => Result) =>
    (path: string, ...rest: Rest): Result => {
      onFile(path, 'read')
      return read(path, ...rest)
    }
  return {
    files: source.files,
    read: reported((path) => source.read(path)),
    readStart: reported((path, length: number) => source.readStart(path, length)),
    pieces: reported((path) => source.pieces(path)),
  }
}

/** Returns files that are already in memory, for tests and drop zones. */
export function filesOfRecord(contents: Readonly<Record<string, string | Uint8Array>>): PackFiles {
  const encoder = new TextEncoder()
  const all = new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? encoder.encode(content) : content,
    ]),
  )
  const get = (path: string) => {
    const bytes = all.get(path)
    if (!bytes) throw new Error(`No file ${path}`)
    return bytes
  }
  return {
    files: [...all].map(([path, bytes]) => ({ path, size: bytes.byteLength })),
    read: async (path) => get(path),
    readStart: async (path, length) => get(path).subarray(0, length),
    async *pieces(path) {
      yield get(path)
    },
  }
}
