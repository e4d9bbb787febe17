import type { Catalogue, CatalogueFile } from '../../contract/src/catalogue.ts'
import { applyDelta, filesOf } from '../../contract/src/catalogue-file.ts'
import type { Signed } from '../../contract/src/signed.ts'
import { openSigned, type TrustedBy, VerificationError } from './signed.ts'

export type { Catalogue, CatalogueEntry, CatalogueFile, CatalogueHead } from '../../contract/src/catalogue.ts'
export type { PublicKey, Signed } from '../../contract/src/signed.ts'
export { type Fault, type TrustedBy, VerificationError } from './signed.ts'

/** Verifies the response of `/catalogue/latest`. Throws {@link VerificationError}. */
export function verifyCatalogue(
  signed: Signed,
  {
    lastSequence,
    ...trust
  }: TrustedBy & {
    /** Sequence of the last verified catalogue; 0 when there was none. */
    lastSequence: number
  },
): Promise<Catalogue> {
  return openSigned<Catalogue>(signed, {
    ...trust,
    type: 'nodeyard-catalogue+jws',
    isWhole: (catalogue) => Array.isArray(catalogue.deltas) && filesOf(catalogue).every(isFile),
    numberOf: ({ sequence }) => sequence,
    lastNumber: lastSequence,
  })
}

const isFile = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  'digest' in file &&
  typeof file.digest === 'string' &&
  'bytes' in file &&
  Number.isSafeInteger(file.bytes)

/** Reading stops after this many bytes. */
const maxPointerBytes = 256 * 1024

/** The state kept between two syncs with a registry. {@link currentText} returns its nodes. */
export interface StoredCatalogue {
  sequence: number
  /** The snapshot: all nodes at the time it was made. */
  text: string
  /** A delta with the changes since then; undefined when there are none. */
  recent?: string
}

/** Returns the current lines: the first is the head, each further one a node. */
export function currentText({ text, recent }: Pick<StoredCatalogue, 'text' | 'recent'>): string {
  return recent === undefined ? text : applyDelta(text, recent)
}

/**
 * Downloads the nodes of the registry at `baseUrl` with as little traffic as possible: only the pointer when
 * nothing has changed, the recent changes when the snapshot is stored, a delta when one applies, or else the
 * whole snapshot. Throws {@link VerificationError}, and errors of `fetch`.
 */
export async function syncCatalogue(
  baseUrl: string,
  options: TrustedBy & {
    kept?: StoredCatalogue
    fetch?: typeof globalThis.fetch
  },
): Promise<StoredCatalogue> {
  const { keys, kept, now, fetch = globalThis.fetch } = options
  const base = baseUrl.replace(/\/+$/, '')
  const catalogue = await verifyCatalogue(await readPointer(base, fetch), {
    keys,
    lastSequence: kept?.sequence ?? 0,
    ...(now ? { now } : {}),
  })
  const { sequence, snapshot, recent } = catalogue
  if (kept?.sequence === sequence) return kept
  const read: Read = (file) => readFile(base, file, fetch)
  const text = (kept && (await snapshotFrom(kept, catalogue, read))) ?? (await read(snapshot))
  return { sequence, text, ...(recent ? { recent: await readDelta(recent, read) } : {}) }
}

type Read = (file: CatalogueFile) => Promise<string>

/**
 * Builds the snapshot from the stored one, directly or with a delta. Returns undefined when neither works.
 */
async function snapshotFrom(
  { sequence, text }: StoredCatalogue,
  { snapshot, deltas }: Catalogue,
  read: Read,
): Promise<string | undefined> {
  // The stored text may be damaged.
  if ((await digestOf(text)) === snapshot.digest) return text
  const delta = deltas.find(({ since }) => since <= sequence)
  // A mirror may lack a delta, but it always has the snapshot.
  const changes = delta && (await read(delta).catch(() => undefined))
  const after = changes && (await patched(text, changes))
  return after !== undefined && (await digestOf(after)) === snapshot.digest ? after : undefined
}

async function readDelta(file: CatalogueFile, read: Read): Promise<string> {
  const delta = await read(file)
  // Applying the delta to nothing shows whether it is well-formed.
  if ((await patched('\n', delta)) === undefined) throw new VerificationError('malformed')
  return delta
}

/** Returns undefined when the delta is malformed or does not match. */
async function patched(text: string, delta: string): Promise<string | undefined> {
  try {
    return applyDelta(text, delta)
  } catch {
    return undefined
  }
}

async function readPointer(base: string, fetch: typeof globalThis.fetch): Promise<Signed> {
  const text = await readWithin(`${base}/catalogue/latest`, maxPointerBytes, fetch)
  if (text === undefined) throw new VerificationError('malformed')
  try {
    return JSON.parse(text) as Signed
  } catch {
    throw new VerificationError('malformed')
  }
}

async function readFile(
  base: string,
  { digest, bytes }: CatalogueFile,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  const text = await readWithin(`${base}/catalogue/${digest}`, bytes, fetch)
  if (text === undefined || (await digestOf(text)) !== digest) throw new VerificationError('wrong_file')
  return text
}

/** Stops and returns undefined after that many unpacked bytes, because the sender is not trusted. */
async function readWithin(
  url: string,
  maxBytes: number,
  fetch: typeof globalThis.fetch,
): Promise<string | undefined> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`)
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > maxBytes) return void (await reader.cancel())
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
