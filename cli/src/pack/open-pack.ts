import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Archive,
  filesOfArchive,
  openPackArchive,
  type PackFiles,
  sourceOfFile,
  verifyContents,
} from '@nodeyard/analysis/archive'
import { type PythonParser, parserFrom } from '@nodeyard/analysis/inspection'
import { rethrowFileError, rethrowWriteError } from '../ground/errors.ts'
import { assertSize, buildArchive } from './pack-archive.ts'
import { type Selection, type SelectOptions, selectFiles } from './select-files.ts'

/** A pack whose archive was read as strictly as the registry reads it. */
export interface OpenPack {
  path: string
  archive: Archive
  files: PackFiles
  sizeBytes: number
  /** SHA-256 of the archive in lowercase hex. */
  digest: string
}

export interface PackOptions extends SelectOptions {
  /** Files and folders to pack although git does not track them. */
  includes?: readonly string[]
  /** Called before the archive is made. */
  onSelected?(selection: Selection): void
}

/**
 * Opens a folder or an archive for `use`. A folder is packed first, so that the same bytes are checked that would be
 * published. Throws an `ArchiveRefusal` for an archive that the registry refuses.
 */
export async function withPack<Result>(
  path: string,
  use: (pack: OpenPack) => Promise<Result>,
  { includes = [], onSelected, ...options }: PackOptions = {},
): Promise<Result> {
  const found = await stat(path).catch((error) => rethrowFileError(error, path))
  if (!found.isDirectory()) return withArchive(path, await digestOf(path), use)
  const work = await mkdtemp(join(tmpdir(), 'nodeyard-')).catch((error) => rethrowWriteError(error, tmpdir()))
  try {
    const target = join(work, 'node.zip')
    const selection = await selectFiles(path, includes, options)
    onSelected?.(selection)
    const built = await buildArchive(selection, target)
    assertSize(path, built)
    const { digest } = built
    return await withArchive(target, digest, use)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function withArchive<Result>(
  path: string,
  digest: string,
  use: (pack: OpenPack) => Promise<Result>,
): Promise<Result> {
  const file = await open(path).catch((error) => rethrowFileError(error, path))
  try {
    const source = await sourceOfFile(file)
    const archive = await openPackArchive(source)
    await verifyContents(archive)
    return await use({ path, archive, files: filesOfArchive(archive), sizeBytes: source.size, digest })
  } finally {
    await file.close()
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece)
  } catch (error) {
    rethrowFileError(error, path)
  }
  return hash.digest('hex')
}

/** Loads the Python parser. */
export async function loadParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all([
    readFile(addressOf('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(addressOf('tree-sitter-python/tree-sitter-python.wasm')),
  ])
  return parserFrom(runtime, grammar)
}

/** The build puts the files next to the program. */
const addressOf = (file: string): URL => new URL(import.meta.resolve(file))
