import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type PackageIndex, sliceIn } from '@nodeyard/analysis/requirements'
import { getPythonIndex } from '@nodeyard/contract/discovery'
import { verifyPythonIndex } from '../../../client/src/python-index.ts'
import type { Context } from '../ground/context.ts'
import { CliError, UnavailableError } from '../ground/errors.ts'
import type { Registry } from './registry.ts'
import { open } from './send.ts'
import { configFolder } from './settings.ts'
import { readKeys } from './trust.ts'

/** A slice of the package index, and when the registry read it. */
export interface ReadIndex {
  index: PackageIndex
  readAt: string
}

/** Bytes of an unpacked slice. */
const maxBytes = 1024 ** 3

/**
 * Downloads the slice of the package index, once, so that requirements can be compared on this machine. Undefined if the registry
 * has none, or cannot be reached.
 */
export async function readPackageIndex(
  context: Pick<Context, 'env' | 'now' | 'signal'>,
  registry: Registry,
): Promise<ReadIndex | undefined> {
  try {
    const signed = await registry.call(getPythonIndex, {}, { signal: context.signal })
    const { trusted, served } = await readKeys(context, registry)
    const keys = trusted.length > 0 ? trusted : served
    const { file, read_at } = await verifyPythonIndex(signed, { keys, lastSequence: 0, now: context.now() })
    if (file.bytes > maxBytes) return undefined
    return { index: sliceIn(await readSlice(context, registry, file)), readAt: read_at }
  } catch (error) {
    const isMissing = error instanceof CliError && error.code === 'python_index_not_read'
    if (isMissing || error instanceof UnavailableError) return undefined
    throw error
  }
}

async function readSlice(
  context: Pick<Context, 'env' | 'signal'>,
  { url }: Registry,
  { digest, bytes }: { digest: string; bytes: number },
): Promise<Buffer> {
  const folder = join(configFolder(context), 'python-index')
  const path = join(folder, digest)
  const kept = await readFile(path).catch(() => undefined)
  if (kept && digestOf(kept) === digest) return kept
  const address = new URL(`${url}/python-index/${digest}`)
  const download = await open(address, {
    headers: { 'accept-encoding': 'br' },
    signal: context.signal,
    maxBytes: bytes,
  })
  const content = await buffer(Readable.from(download.body))
  if (download.status !== 200 || digestOf(content) !== digest)
    throw new CliError('not_a_registry', { origin: address.origin, status: String(download.status) })
  await mkdir(folder, { recursive: true })
  // A folder that cannot be written only costs another download.
  await writeFile(path, content).catch(() => undefined)
  for (const name of await readdir(folder).catch(() => []))
    if (name !== digest) await rm(join(folder, name), { force: true })
  return content
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
