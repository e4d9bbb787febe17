import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LockedModel } from '@nodeyard/analysis/installations'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'
import { type Download, open } from '../registry/send.ts'

/** The most bytes of a model whose size is not known. */
export const maxModelBytes = 200 * 1024 ** 3
const silenceMs = 60_000

export type ModelResult = 'present' | 'downloaded'

/**
 * Downloads a model below a folder, and continues where an earlier download stopped. Throws unless it has the stated hash
 * and size. A file that is there already is compared, and never replaced.
 */
export async function downloadModel(
  model: LockedModel,
  folder: string,
  signal: AbortSignal,
): Promise<ModelResult> {
  const path = join(folder, model.folder, model.name)
  if ((await bytesAt(path)) !== undefined) {
    await assertSame(model, path, 'model_differs')
    return 'present'
  }
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true }).catch((error) => rethrowFileError(error, path))
  await fetchInto(part, model, signal)
  try {
    await assertSame(model, part, 'model_wrong')
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await rename(part, path).catch((error) => rethrowFileError(error, path))
  return 'downloaded'
}

async function bytesAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error) => (codeOf(error) === 'ENOENT' ? undefined : rethrowFileError(error, path)),
  )
}

async function fetchInto(part: string, model: LockedModel, signal: AbortSignal): Promise<void> {
  const { name, size } = model
  const have = (await bytesAt(part)) ?? 0
  if (size !== undefined && have === size) return
  const start = size !== undefined && have > size ? 0 : have
  const download = await open(new URL(model.url ?? ''), {
    headers: { 'accept-encoding': 'identity', ...(start > 0 ? { range: `bytes=${start}-` } : {}) },
    silenceLimitMs: silenceMs,
    signal,
    maxBytes: size ?? maxModelBytes,
  })
  // The server has nothing after these bytes: the hash decides whether that is all.
  if (download.status === 416 && start > 0) return
  const isRest = download.status === 206 && startOf(download) === start
  if (download.status !== 200 && !isRest)
    throw new CliError('model_refused', { model: name, status: String(download.status) })
  const file = createWriteStream(part, { flags: isRest ? 'a' : 'w' })
  await pipeline(download.body, file).catch((error) => rethrowFileError(error, part))
}

function startOf({ headers }: Download): number {
  return Number(/^bytes (\d{1,15})-/.exec(String(headers['content-range']))?.[1])
}

async function assertSame(
  { name, sha256, size }: LockedModel,
  path: string,
  problem: 'model_differs' | 'model_wrong',
): Promise<void> {
  const found = (await bytesAt(path)) ?? 0
  if (size !== undefined && found !== size)
    throw new CliError(problem, { model: name, path, wanted: String(size), found: String(found) })
  if (sha256 === undefined) return
  const digest = await digestOf(path)
  if (digest !== sha256) throw new CliError(problem, { model: name, path, wanted: sha256, found: digest })
}

async function digestOf(path: string): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
