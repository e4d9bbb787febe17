import type { PublicKey, Signed } from '@nodeyard/contract/signed'
import { exportJWK, GeneralSign, generateKeyPair, importJWK, type JWK } from 'jose'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Deps } from './deps.ts'
import { insertKey, type KeyRow, listSigningKeys, setPrivateKey } from './sql.ts'

type KeyDeps = Pick<Deps, 'now' | 'newId' | 'seal'>

const algorithm = 'EdDSA'

/**
 * Signs with every key that is in use; the first one is made when there is none. `type` says what it is, so that it
 * cannot be taken for something else that is signed.
 */
export async function signText(tx: Tx, deps: KeyDeps, text: string, type: string): Promise<Signed> {
  const known = await listSigningKeys(tx)
  const keys = known.length > 0 ? known : [await addKey(tx, deps)]
  const sign = new GeneralSign(Buffer.from(text))
  for (const key of keys) {
    const jwk = JSON.parse(await openKey(tx, deps, key)) as JWK
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

/** Made besides those that are there; everything has a signature of each. */
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

export async function listPublicKeys(db: DbOrTx): Promise<PublicKey[]> {
  return (await listSigningKeys(db)).map(({ public_jwk }) => public_jwk as PublicKey)
}

/** A key from a time without `IDENTITY_KEY`, or with another one, is sealed with today's. */
async function openKey(tx: Tx, { seal }: KeyDeps, { kid, private_jwk: stored }: KeyRow): Promise<string> {
  const opened = seal.open(stored)
  if (!seal.isCurrent(stored)) await setPrivateKey(tx, kid, seal.close(opened))
  return opened
}
