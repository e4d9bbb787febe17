import { generateKeyPairSync, sign } from 'node:crypto'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')

/** Responds like a registry to requests for its kill list and its keys; undefined for other paths. */
export function answerKillList(path: string, killed: readonly object[] = []): object | undefined {
  if (path === '/kill-list') return killListWith(killed)
  if (path !== '/kill-list/keys') return undefined
  return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'EdDSA', use: 'sig' }] }
}

function killListWith(entries: readonly object[]): object {
  const payload = encoded({
    ...{ entries, registry: 'x', serial: 1 },
    ...{ issued: '2020-01-01T00:00:00Z', expires: '2999-01-01T00:00:00Z' },
  })
  const protectedHeader = encoded({ alg: 'EdDSA', kid: 'a', typ: 'nodeyard-kill-list+jws' })
  const signature = sign(null, Buffer.from(`${protectedHeader}.${payload}`), privateKey)
  return { payload, signatures: [{ protected: protectedHeader, signature: signature.toString('base64url') }] }
}
