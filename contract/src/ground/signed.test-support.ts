import { generateKeyPairSync, sign } from 'node:crypto'
import type { PublicKey, Signed } from './signed.ts'

/** A holder of a signing key. */
export interface Signer {
  kid: string
  jwk: PublicKey
  signatureOf(payload: string, type: string): Signed['signatures'][number]
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signer(kid: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' } as PublicKey
  return {
    kid,
    jwk,
    signatureOf(payload, type) {
      const header = encoded({ alg: 'EdDSA', kid, typ: type })
      const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey)
      return { protected: header, signature: signature.toString('base64url') }
    },
  }
}

/** Signs a document as a registry does. */
export function signedBy(signers: readonly Signer[], type: string, content: object): Signed {
  const payload = encoded(content)
  return { payload, signatures: signers.map((one) => one.signatureOf(payload, type)) }
}

/** A kill list of these signers, which names their keys unless `content` says otherwise. */
export function killListBy(signers: readonly Signer[], content: object = {}): Signed {
  return signedBy(signers, 'nodeyard-kill-list+jws', {
    entries: [],
    registry: 'x',
    serial: 1,
    keys: signers.map(({ jwk }) => jwk),
    issued: '2020-01-01T00:00:00Z',
    expires: '2999-01-01T00:00:00Z',
    ...content,
  })
}
