import type { Catalogue, CatalogueFile } from '../../contract/src/discovery/catalogue.ts'
import { applyChanges, filesOf } from '../../contract/src/discovery/catalogue-file.ts'
import { openSigned, type TrustedBy, VerificationError } from '../../contract/src/ground/open-signed.ts'
import type { PublicKey, Signed } from '../../contract/src/ground/signed.ts'

export type {
  Catalogue,
  CatalogueEntry,
  CatalogueFile,
  CatalogueHead,
  CatalogueTypesEntry,
} from '../../contract/src/discovery/catalogue.ts'
export { type Fault, type TrustedBy, VerificationError } from '../../contract/src/ground/open-signed.ts'
export type { PublicKey, Signed } from '../../contract/src/ground/signed.ts'

/** Verifies the response of `/catalogue/latest`. Throws {@link VerificationError}. */
export function verifyCatalogue(
  signed: Signed,
  {
    lastSequence,
    ...trust
  }: TrustedBy & {
    /** `sequence` of the last catalog that was verified; 0 if there is none. */
    lastSequence: number
  },
): Promise<Catalogue> {
  const kind = {
    type: 'nodeyard-catalogue+jws',
    isWhole: (catalogue: Catalogue) => filesOf(catalogue).every(isFile),
    numberOf: ({ sequence }: Catalogue) => sequence,
  }
  return openSigned(kind, signed, { ...trust, lastNumber: lastSequence })
}

const isFile = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  'digest' in file &&
  typeof file.digest === 'string' &&
  'bytes' in file &&
  Number.isSafeInteger(file.bytes)

const maxPointerBytes = 256 * 1024

/** State that a client stores between two syncs. Read its nodes with {@link currentText}. */
export interface StoredCatalogue {
  sequence: number
  /** The keys that the last pointer named. They replace those of the program. */
  keys?: PublicKey[]
  /** The snapshot. */
  text: string
  /** All changes since the snapshot. Omitted when there are none. */
  recent?: string
  /** Inputs and outputs of all comfy-nodes as JSON lines, if requested; each line a `CatalogueTypesEntry`. */
  types?: string
}

/** The current catalog as JSON lines: first the head, then one line per node. */
export function currentText({ text, recent }: Pick<StoredCatalogue, 'text' | 'recent'>): string {
  return recent === undefined ? text : applyChanges(text, recent)
}

/**
 * Fetches a catalog, or updates a stored one. Fetches the pointer, then only the files that are missing: the recent
 * changes, and the snapshot when the registry has packed a new one. Throws {@link VerificationError}, and the errors of
 * `fetch`.
 */
export async function syncCatalogue(
  baseUrl: string,
  options: TrustedBy & {
    /** The result of the last sync. */
    stored?: StoredCatalogue
    /** Also fetches the file of types, if the registry has one. */
    withTypes?: boolean
    fetch?: typeof globalThis.fetch
  },
): Promise<StoredCatalogue> {
  const { keys, stored, now, withTypes, fetch = globalThis.fetch } = options
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const catalogue = await verifyCatalogue(await readPointer(base, fetch), {
    keys: stored?.keys ?? keys,
    lastSequence: stored?.sequence ?? 0,
    ...(now ? { now } : {}),
  })
  const { sequence, snapshot, recent, types } = catalogue
  const newest = catalogue.keys ?? stored?.keys
  const wanted = withTypes ? types : undefined
  if (stored?.sequence === sequence && (!wanted || stored.types !== undefined)) return stored
  // The stored copy may have been damaged.
  const read = async (file: CatalogueFile, copy?: string) =>
    copy !== undefined && (await digestOf(copy)) === file.digest ? copy : readFile(base, file, fetch)
  return {
    sequence,
    ...(newest ? { keys: newest } : {}),
    text: await read(snapshot, stored?.text),
    ...(recent ? { recent: asChanges(await read(recent)) } : {}),
    ...(wanted ? { types: await read(wanted, stored?.types) } : {}),
  }
}

/** Checks the format of a file of changes. */
function asChanges(text: string): string {
  try {
    applyChanges('\n', text)
    return text
  } catch {
    throw new VerificationError('malformed')
  }
}

async function readPointer(base: string, fetch: typeof globalThis.fetch): Promise<Signed> {
  const text = await readWithin(`${base}/catalogue/latest`, maxPointerBytes, fetch)
  if (text === undefined) throw new VerificationError('malformed')
  try {
    return JSON.parse(text)
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

/** Reads a response of at most `maxBytes` unpacked bytes. Undefined if it is longer: the sender may not be trusted. */
async function readWithin(
  url: string,
  maxBytes: number,
  fetch: typeof globalThis.fetch,
): Promise<string | undefined> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  const reader = response.body?.getReader()
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
