import type { PublicKey, Signed } from '../../contract/src/signed.ts'

/** Whether one of the keys has signed it as what it is to be. */
export async function hasGoodSignature(
  signed: Signed,
  keys: readonly PublicKey[],
  type: string,
): Promise<boolean> {
  for (const one of signed.signatures) {
    if (typeof one?.protected !== 'string' || typeof one.signature !== 'string') continue
    const header = parseEncoded<{ alg: string; kid: string; typ: string; crit?: unknown }>(one.protected)
    if (header?.alg !== 'EdDSA' || header.typ !== type || header.crit !== undefined) continue
    const key = keys.find(({ kid }) => kid === header.kid)
    const signature = bytesOf(one.signature)
    if (!key || !signature) continue
    const { kty, crv, x } = key
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const text = new TextEncoder().encode(`${one.protected}.${signed.payload}`)
    if (await crypto.subtle.verify('Ed25519', imported, signature, text)) return true
  }
  return false
}

/** Undefined for what is no object in JSON in base64url. */
export function parseEncoded<T>(encoded: string): T | undefined {
  const bytes = bytesOf(encoded)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** Undefined for what is no base64url. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(encoded)) return undefined
  try {
    return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}
