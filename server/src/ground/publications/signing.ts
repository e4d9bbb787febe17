import { canonical } from '@nodeyard/contract/discovery'
import type { PublicKey, Signed, SignedContent } from '@nodeyard/contract/ground'
import { exportJWK, GeneralSign, generateKeyPair, importJWK, type JWK } from 'jose'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Seal } from '../seal.ts'
import { insertKey, type KeyRow, listSigningKeys } from './sql.ts'

interface KeyDeps {
  now(): Date
  newId(): string
  /** Encrypts the private keys. */
  seal: Seal
}

export type SignDeps = KeyDeps & { config: { apiUrl: string } }

const algorithm = 'EdDSA'
const dayMs = 86_400_000

/** A signed document, and what its row in the database repeats. */
export interface Signature {
  envelope: Signed
  issued: Date
  expires: Date
  /** The keys that signed it, sorted. */
  kids: string[]
}

/**
 * Signs a document with every key in use, and names these keys in it: clients accept new keys only from a document that a
 * trusted key has signed.
 */
export async function signDocument(
  tx: Tx,
  deps: SignDeps,
  { type, days, content }: { type: string; days: number; content: object },
): Promise<Signature> {
  const keys = await useKeys(tx, deps)
  const issued = deps.now()
  const expires = new Date(issued.getTime() + days * dayMs)
  const common: SignedContent = {
    issued: issued.toISOString(),
    expires: expires.toISOString(),
    keys: keys.map(toPublicKey),
    registry: deps.config.apiUrl,
  }
  const envelope = await signText(tx, deps, canonical({ ...content, ...common }), type)
  return { envelope, issued, expires, kids: keys.map(({ kid }) => kid).sort() }
}

/** Signs a text with every key in use. `type` prevents one kind of document from being accepted as another. */
export async function signText(tx: Tx, deps: KeyDeps, text: string, type: string): Promise<Signed> {
  const sign = new GeneralSign(Buffer.from(text))
  for (const key of await useKeys(tx, deps)) {
    const jwk: JWK = JSON.parse(deps.seal.open(key.private_jwk))
    sign
      .addSignature(await importJWK(jwk, algorithm))
      .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: type })
  }
  const { payload: encoded, signatures } = await sign.sign()
  return {
    payload: encoded,
    signatures: signatures.map(({ protected: header = '', signature }) => ({
      protected: header,
      signature,
    })),
  }
}

/** Decodes a document without verifying it. Pass only documents of this registry. */
export function contentOf<T>({ payload }: Pick<Signed, 'payload'>): T {
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as T
}

/** Returns the keys in use, creating the first one if needed. */
async function useKeys(tx: Tx, deps: KeyDeps): Promise<KeyRow[]> {
  const known = await listSigningKeys(tx)
  return known.length > 0 ? known : [await addKey(tx, deps)]
}

/** Creates another signing key. */
export async function addKey(tx: Tx, { now, newId, seal }: KeyDeps): Promise<KeyRow> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const kid = newId()
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }
  const key = {
    kid,
    private_jwk: seal.close(JSON.stringify(await exportJWK(privateKey))),
    created_at: now(),
  }
  await insertKey(tx, { ...key, public_jwk: JSON.stringify(publicJwk) })
  return { ...key, public_jwk: publicJwk, retired_at: null }
}

/** Lists the public keys in use. */
export async function listPublicKeys(db: DbOrTx): Promise<PublicKey[]> {
  return (await listSigningKeys(db)).map(toPublicKey)
}

const toPublicKey = ({ public_jwk }: KeyRow): PublicKey => public_jwk as PublicKey
