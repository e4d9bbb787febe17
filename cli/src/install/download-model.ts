import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isObject, parseJson } from '@nodeyard/analysis/ground'
import type { LockedModel } from '@nodeyard/analysis/installations'
import { hubRepositoryOf } from '@nodeyard/analysis/models'
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
  } finally {
    await rm(originFile(part), { force: true })
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

/** Where the bytes of an unfinished download come from, so that a later one can tell whether they still fit. */
interface Origin {
  url: string
  /** The server's mark of exactly this content: a strong `ETag`. */
  etag: string
}

async function fetchInto(part: string, model: LockedModel, signal: AbortSignal): Promise<void> {
  const { name, size, sha256 } = model
  const url = model.url ?? ''
  const have = (await bytesAt(part)) ?? 0
  if (size !== undefined && have === size) return
  const origin = await originOf(part)
  const etag = origin?.url === url ? origin.etag : undefined
  // Without the server's mark, only a known hash tells whether old and new bytes are of one file.
  const canContinue = (etag ?? sha256) !== undefined && (size === undefined || have < size)
  const start = canContinue ? have : 0
  const ifRange = etag === undefined ? {} : { 'if-range': etag }
  const download = await open(new URL(url), {
    headers: {
      'accept-encoding': 'identity',
      ...(start > 0 ? { range: `bytes=${start}-`, ...ifRange } : {}),
    },
    silenceLimitMs: silenceMs,
    signal,
    maxBytes: size ?? maxModelBytes,
  })
  if (download.status === 416 && start > 0) {
    // The server has nothing after these bytes: the hash decides whether that is all.
    if (totalOf(download) === have || sha256 !== undefined) return
    await rm(part, { force: true })
    return fetchInto(part, model, signal)
  }
  const isRest = download.status === 206 && startOf(download) === start
  if (download.status !== 200 && !isRest) throw refusal(download, name, url)
  if (!isRest) await startAnew(part, url, download)
  const file = createWriteStream(part, { flags: 'a' })
  await pipeline(download.body, file).catch((error) => rethrowFileError(error, part))
}

/** Hosts of models ask for a login until people accept the terms of a file on its page. */
function refusal({ status }: Download, model: string, url: string): CliError {
  const page = hubRepositoryOf(url) ?? new URL(url).origin
  const isGated = status === 401 || status === 403
  return isGated
    ? new CliError('model_gated_by_host', { model, status: String(status), page })
    : new CliError('model_refused', { model, status: String(status) })
}

const originFile = (part: string) => `${part}.json`

async function originOf(part: string): Promise<Origin | undefined> {
  const text = await readFile(originFile(part), 'utf8').catch(() => '')
  const read = parseJson(text)
  if (!isObject(read) || typeof read['url'] !== 'string' || typeof read['etag'] !== 'string') return undefined
  return { url: read['url'], etag: read['etag'] }
}

/** Old bytes are gone before the new mark is there, whenever the program is killed. */
async function startAnew(part: string, url: string, { headers }: Download): Promise<void> {
  try {
    await rm(originFile(part), { force: true })
    await writeFile(part, '')
    const etag = String(headers['etag'] ?? '')
    const origin: Origin = { url, etag }
    // Weak marks only promise similar content.
    if (/^"[^"\r\n]{1,200}"$/.test(etag)) await writeFile(originFile(part), JSON.stringify(origin))
  } catch (error) {
    rethrowFileError(error, part)
  }
}

const rangeOf = ({ headers }: Download) => String(headers['content-range'])
const startOf = (download: Download) => Number(/^bytes (\d{1,15})-/.exec(rangeOf(download))?.[1])
const totalOf = (download: Download) => Number(/^bytes \*\/(\d{1,15})$/.exec(rangeOf(download))?.[1])

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
