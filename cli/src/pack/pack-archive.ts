import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@nodeyard/contract/limits'
import { ZipFile } from 'yazl'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import type { Selection } from './select-files.ts'

export interface BuiltArchive {
  sizeBytes: number
  /** SHA-256 of the archive in lowercase hex. */
  digest: string
  /** The entries in order. Folders end with a slash. */
  names: string[]
  /** Missing for an archive without files. */
  largest: { path: string; sizeBytes: number } | undefined
}

/** Writes the selected files into an archive. Unchanged files give the same bytes. */
export async function buildArchive(
  { entries }: Pick<Selection, 'entries'>,
  target: string,
): Promise<BuiltArchive> {
  const zip = new ZipFile()
  const names: string[] = []
  let largest: BuiltArchive['largest']
  for (const { name, file } of entries) {
    const found = await stat(file).catch((error: unknown) => rethrowFileError(error, file))
    const { mtime, mode } = found
    if (found.isDirectory()) {
      names.push(`${name}/`)
      zip.addEmptyDirectory(name, { mtime, mode })
    } else {
      names.push(name)
      if (!largest || found.size > largest.sizeBytes) largest = { path: name, sizeBytes: found.size }
      zip.addFile(file, name, { mtime, mode })
    }
  }
  zip.end()
  return { ...(await writeAndHash(zip, target)), names, largest }
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

/** Throws if there are no files to publish, or the archive is too large. */
export function assertSize(folder: string, { names, sizeBytes, largest }: BuiltArchive): void {
  if (names.length === 0) throw new CliError('folder_empty', { path: folder })
  if (sizeBytes <= limits.archiveBytes) return
  const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new CliError('archive_too_large', {
    size: mebibytes(sizeBytes),
    limit: mebibytes(limits.archiveBytes),
    file: largest?.path ?? '',
    fileSize: mebibytes(largest?.sizeBytes ?? 0),
  })
}
