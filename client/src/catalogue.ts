import type { Catalogue, CatalogueFile } from '../../contract/src/catalogue.ts'
import { applyDelta, filesOf } from '../../contract/src/catalogue-file.ts'
import type { Signed } from '../../contract/src/signed.ts'
import { NotBelievedError, openSigned, type TrustedBy } from './signed.ts'

export type { Catalogue, CatalogueEntry, CatalogueFile, CatalogueHead } from '../../contract/src/catalogue.ts'
export type { PublicKey, Signed } from '../../contract/src/signed.ts'
export { type Fault, NotBelievedError, type TrustedBy } from './signed.ts'

/** The catalogue of `/catalogue/latest`, after all that makes it believable. Throws {@link NotBelievedError}. */
export function verifyCatalogue(
  signed: Signed,
  {
    lastSequence,
    ...trust
  }: TrustedBy & {
    /** Of the last catalogue that was believed; 0 when there was none. */
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

/** Longer ones are read no further. */
const mostPointerBytes = 256 * 1024

/** What is kept of a registry between two syncs. Its nodes are in {@link currentText}. */
export interface KeptCatalogue {
  sequence: number
  /** The snapshot: all nodes as they were when it was made. */
  text: string
  /** A delta: what has changed since. Absent: nothing. */
  recent?: string
}

/** The lines of now: the first is the head, each further one a node. */
export function currentText({ text, recent }: Pick<KeptCatalogue, 'text' | 'recent'>): string {
  return recent === undefined ? text : applyDelta(text, recent)
}

/**
 * The nodes of a registry that speaks as `baseUrl`, by as little traffic as can be: nothing but the pointer when nothing
 * has changed, what has changed since the snapshot where that is kept, a delta to the snapshot when one leads there, else
 * the whole. Throws {@link NotBelievedError}, and what `fetch` throws.
 */
export async function syncCatalogue(
  baseUrl: string,
  options: TrustedBy & {
    kept?: KeptCatalogue
    fetch?: typeof globalThis.fetch
  },
): Promise<KeptCatalogue> {
  const { keys, kept, now, fetch = globalThis.fetch } = options
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
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

/** The snapshot from what is kept: the same one, or a delta leads there. Undefined: neither. */
async function snapshotFrom(
  { sequence, text }: KeptCatalogue,
  { snapshot, deltas }: Catalogue,
  read: Read,
): Promise<string | undefined> {
  // What is kept may have been damaged.
  if ((await digestOf(text)) === snapshot.digest) return text
  const delta = deltas.find(({ since }) => since <= sequence)
  // A mirror may lack one, and has the whole.
  const changes = delta && (await read(delta).catch(() => undefined))
  const after = changes && (await patched(text, changes))
  return after !== undefined && (await digestOf(after)) === snapshot.digest ? after : undefined
}

async function readDelta(file: CatalogueFile, read: Read): Promise<string> {
  const delta = await read(file)
  // Applied to nothing, it says whether it is a delta at all.
  if ((await patched('\n', delta)) === undefined) throw new NotBelievedError('malformed')
  return delta
}

/** Undefined for what is no delta, or does not fit. */
async function patched(text: string, delta: string): Promise<string | undefined> {
  try {
    return applyDelta(text, delta)
  } catch {
    return undefined
  }
}

async function readPointer(base: string, fetch: typeof globalThis.fetch): Promise<Signed> {
  const text = await readWithin(`${base}/catalogue/latest`, mostPointerBytes, fetch)
  if (text === undefined) throw new NotBelievedError('malformed')
  try {
    return JSON.parse(text) as Signed
  } catch {
    throw new NotBelievedError('malformed')
  }
}

async function readFile(
  base: string,
  { digest, bytes }: CatalogueFile,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  const text = await readWithin(`${base}/catalogue/${digest}`, bytes, fetch)
  if (text === undefined || (await digestOf(text)) !== digest) throw new NotBelievedError('wrong_file')
  return text
}

/** Undefined as soon as more bytes have come than that, unpacked: who sends them need not be trusted. */
async function readWithin(
  url: string,
  mostBytes: number,
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
    if (bytes > mostBytes) return void (await reader.cancel())
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
