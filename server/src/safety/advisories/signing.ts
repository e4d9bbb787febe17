import type { PublicKey, Signed } from '@nodeyard/contract/signed'
import { exportJWK, GeneralSign, generateKeyPair, importJWK, type JWK } from 'jose'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Deps } from './deps.ts'
import { insertKey, type KeyRow, listSigningKeys, setPrivateKey } from './sql.ts'

type KeyDeps = Pick<Deps, 'now' | 'newId' | 'seal'>

const algorithm = 'EdDSA'

/**
 * Signs a text with every key in use, creating the first key if needed. `type` prevents one kind of signed text from
 * being accepted as another.
 */
export async function signText(tx: Tx, deps: KeyDeps, text: string, type: string): Promise<Signed> {
  const known = await listSigningKeys(tx)
  const keys = known.length > 0 ? known : [await addKey(tx, deps)]
  const sign = new GeneralSign(Buffer.from(text))
  for (const key of keys) {
    const jwk: JWK = JSON.parse(await openKey(tx, deps, key))
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
  return (await listSigningKeys(db)).map(({ public_jwk }) => public_jwk as PublicKey)
}

/** Decrypts a key. Encrypts it again if it is stored as plaintext or with a previous `IDENTITY_KEY`. */
async function openKey(tx: Tx, { seal }: KeyDeps, { kid, private_jwk: stored }: KeyRow): Promise<string> {
  const opened = seal.open(stored)
  if (!seal.isCurrent(stored)) await setPrivateKey(tx, kid, seal.close(opened))
  return opened
}
