import type { Catalogue } from '../../contract/src/catalogue.ts'
import { applyDelta } from '../../contract/src/catalogue-file.ts'
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
    isWhole: ({ deltas }) => Array.isArray(deltas),
    numberOf: ({ sequence }) => sequence,
    lastNumber: lastSequence,
  })
}

/** What is kept of a registry between two syncs. */
export interface KeptCatalogue {
  sequence: number
  /** The lines of the snapshot: the first is its head, each further one a node. */
  text: string
}

/**
 * The nodes of a registry that speaks as `baseUrl`, by as little traffic as can be: nothing but the pointer when nothing
 * has changed, a delta when one leads here, else the whole. Throws {@link NotBelievedError}, and what `fetch` throws.
 */
export async function syncCatalogue(
  baseUrl: string,
  options: TrustedBy & {
    kept?: KeptCatalogue
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
  if ((await digestOf(text)) !== digest) throw new NotBelievedError('wrong_file')
  return text
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
