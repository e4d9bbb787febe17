import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type Stats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runGit } from '@nodeyard/outside/git'
import { textOf } from '@nodeyard/outside/program'
import ignore from 'ignore'
import { ZipFile } from 'yazl'
import { codeOf, rethrowFileError } from '../ground/errors.ts'

export interface BuiltArchive {
  sizeBytes: number
  /** SHA-256 of the archive in lowercase hex. */
  digest: string
  /** The entries in order. Folders end with a slash. */
  names: string[]
  /** Missing for an archive without files. */
  largest: { path: string; sizeBytes: number } | undefined
}

/**
 * Packs a folder as older clients do: the files that git tracks, without those in `.comfyignore`, plus the folders that the
 * project file includes. Source: clients 4.2.
 */
export async function buildArchive(
  folder: string,
  includes: string[],
  target: string,
): Promise<BuiltArchive> {
  const zip = new ZipFile()
  const names: string[] = []
  let largest: BuiltArchive['largest']
  for (const path of await listPackPaths(folder, includes)) {
    // Symbolic links are followed, so that the target's content is stored.
    const found = await statUnlessMissing(join(folder, path))
    if (found?.isDirectory()) {
      names.push(`${path}/`)
      zip.addEmptyDirectory(path, { mtime: found.mtime, mode: found.mode })
    } else if (found?.isFile()) {
      names.push(path)
      if (!largest || found.size > largest.sizeBytes) largest = { path, sizeBytes: found.size }
      zip.addFile(join(folder, path), path, { mtime: found.mtime, mode: found.mode })
    }
  }
  zip.end()
  return { ...(await writeAndHash(zip, target)), names, largest }
}

/** Returns undefined for a dangling link, which the client skips. */
async function statUnlessMissing(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    rethrowFileError(error, path)
  })
}

/** Lists the paths to pack, with forward slashes. A folder is an entry of its own, without its files. */
export async function listPackPaths(folder: string, includes: string[]): Promise<string[]> {
  const tracked = await listTrackedFiles(folder)
  const all = tracked.length > 0 ? tracked : await listFilesBelow(folder, folder)
  const ignored = ignore().add(await readIgnoreFile(folder))
  const paths = new Set(all.filter((path) => !ignored.ignores(path)))
  for (const include of includes) {
    for (const path of await listIncluded(folder, include)) paths.add(path)
  }
  return [...paths]
}

const notAborted = new AbortController().signal
const maxListingBytes = 256 * 1024 * 1024

/** Returns an empty list without git or outside a checkout. */
async function listTrackedFiles(folder: string): Promise<string[]> {
  try {
    const listing = runGit(['ls-files', '-z'], { env: process.env, signal: notAborted, cwd: folder })
    return (await textOf(listing, maxListingBytes)).split('\0').filter((path) => path !== '')
  } catch {
    return []
  }
}

async function readIgnoreFile(folder: string): Promise<string> {
  const path = join(folder, '.comfyignore')
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    rethrowFileError(error, path)
  })
}

/** Lists the files of an included folder, or the folder itself if it is empty. */
async function listIncluded(folder: string, include: string): Promise<string[]> {
  const path = include.replace(/^\.?\/+/, '').replace(/(?<!\/)\/+$/, '')
  const found = await statUnlessMissing(join(folder, path))
  if (path === '' || path.split('/').includes('..') || !found) return []
  if (found.isFile()) return [path]
  const files = await listFilesBelow(folder, join(folder, path))
  return files.length > 0 ? files : [path]
}

/** Lists all files below a folder, relative to `root` and sorted, without `.git`. */
async function listFilesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    rethrowFileError(error, folder),
  )
  const paths: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === '.git') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await listFilesBelow(root, path)))
    else paths.push(relative(root, path))
  }
  return paths
}

async function writeAndHash(zip: ZipFile, target: string): Promise<{ sizeBytes: number; digest: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      done(null, chunk)
    },
  })
  // The zip file reports a vanished file, not its stream.
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error))
  await Promise.race([pipeline(zip.outputStream, counter, createWriteStream(target)), failed]).catch(
    (error: unknown) => rethrowFileError(error, pathOf(error) ?? target),
  )
  return { sizeBytes, digest: hash.digest('hex') }
}

/** Returns the path in a file system error. */
function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
}
