import type { Catalogue } from '../../contract/src/catalogue.ts'
import { applyDelta } from '../../contract/src/catalogue-file.ts'
import type { PublicKey, Signed } from '../../contract/src/signed.ts'
import { hasGoodSignature, parseEncoded } from './signed.ts'

export type { Catalogue, CatalogueEntry, CatalogueFile, CatalogueHead } from '../../contract/src/catalogue.ts'
export type { PublicKey, Signed } from '../../contract/src/signed.ts'

const type = 'nodeyard-catalogue+jws'

export type CatalogueFault =
  | 'malformed'
  /** No signature by a trusted key fits. */
  | 'bad_signature'
  | 'expired'
  /** Issued in the future: one of the two clocks is wrong. */
  | 'not_yet_issued'
  /** An older catalogue than one that was seen before. */
  | 'rolled_back'
  /** A file is not what the catalogue says. */
  | 'wrong_file'

/** Why a catalogue is not to be believed. Go on with the last good one, and tell the user when that expires. */
export class CatalogueError extends Error {
  override name = 'CatalogueError'
  readonly fault: CatalogueFault
  constructor(fault: CatalogueFault) {
    super(`The catalogue is not to be believed: ${fault}.`)
    this.fault = fault
  }
}

/** How far clocks may differ. */
const toleranceMs = 5 * 60_000

/** The catalogue of `/catalogue/latest`, after all that makes it believable. Throws {@link CatalogueError}. */
export async function verifyCatalogue(
  signed: Signed,
  {
    keys,
    lastSequence,
    now = new Date(),
  }: {
    /** Keys that came with the program. */
    keys: readonly PublicKey[]
    /** Of the last catalogue that was believed; 0 when there was none. */
    lastSequence: number
    now?: Date
  },
): Promise<Catalogue> {
  if (typeof signed?.payload !== 'string' || !Array.isArray(signed.signatures)) {
    throw new CatalogueError('malformed')
  }
  if (!(await hasGoodSignature(signed, keys, type))) throw new CatalogueError('bad_signature')
  const catalogue = parseEncoded<Catalogue>(signed.payload)
  if (!catalogue || !Number.isSafeInteger(catalogue.sequence) || !Array.isArray(catalogue.deltas)) {
    throw new CatalogueError('malformed')
  }
  // Written so that a date that is none is refused, too.
  if (!(Date.parse(catalogue.expires) > now.getTime())) throw new CatalogueError('expired')
  if (!(Date.parse(catalogue.issued) <= now.getTime() + toleranceMs)) {
    throw new CatalogueError('not_yet_issued')
  }
  if (catalogue.sequence < lastSequence) throw new CatalogueError('rolled_back')
  return catalogue
}

/** What is kept of a registry between two syncs. */
export interface KeptCatalogue {
  sequence: number
  /** The lines of the snapshot: the first is its head, each further one a node. */
  text: string
}

/**
 * The nodes of a registry that speaks as `baseUrl`, by as little traffic as can be: nothing but the pointer when nothing
 * has changed, a delta when one leads here, else the whole. Throws {@link CatalogueError}, and what `fetch` throws.
 */
export async function syncCatalogue(
  baseUrl: string,
  options: {
    keys: readonly PublicKey[]
    kept?: KeptCatalogue
    now?: Date
    fetch?: typeof globalThis.fetch
  },
): Promise<KeptCatalogue> {
  const { keys, kept, now, fetch = globalThis.fetch } = options
  const base = baseUrl.replace(/\/+$/, '')
  const answer = await fetch(`${base}/catalogue/latest`)
  if (!answer.ok) throw new Error(`${base}/catalogue/latest answers ${answer.status}.`)
  const catalogue = await verifyCatalogue((await answer.json()) as Signed, {
    keys,
    lastSequence: kept?.sequence ?? 0,
    ...(now ? { now } : {}),
  })
  const { sequence, snapshot, deltas } = catalogue
  if (kept?.sequence === sequence) return kept
  const delta = kept && deltas.find(({ since }) => since <= kept.sequence)
  if (kept && delta) {
    const text = await patched(kept.text, await readFile(base, delta.digest, fetch))
    if (text !== undefined && (await digestOf(text)) === snapshot.digest) return { sequence, text }
  }
  return { sequence, text: await readFile(base, snapshot.digest, fetch) }
}

/** Undefined for a delta that does not fit: the whole is fetched then. */
async function patched(text: string, delta: string): Promise<string | undefined> {
  try {
    return applyDelta(text, delta)
  } catch {
    return undefined
  }
}

async function readFile(base: string, digest: string, fetch: typeof globalThis.fetch): Promise<string> {
  const answer = await fetch(`${base}/catalogue/${digest}`)
  if (!answer.ok) throw new Error(`${base}/catalogue/${digest} answers ${answer.status}.`)
  const text = await answer.text()
  if ((await digestOf(text)) !== digest) throw new CatalogueError('wrong_file')
  return text
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
