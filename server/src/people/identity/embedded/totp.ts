import { createHmac, timingSafeEqual } from 'node:crypto'

export const totp = { digits: 6, periodSeconds: 30, secretBytes: 20, algorithm: 'SHA1' } as const
/** Accepts the previous and next step, because phone clocks drift. */
const toleratedSteps = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Finds the step near `now` that a code belongs to. Source: RFC 6238. */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / totp.periodSeconds)
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = current - toleratedSteps; step <= current + toleratedSteps; step++) {
    const wanted = Buffer.from(codeAt(secret, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step
  }
  return found
}

/** Computes the code of a step. Source: RFC 4226, section 5.3. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** totp.digits).padStart(totp.digits, '0')
}

/** Encodes a secret for authenticator apps. Source: RFC 4648, section 6. */
export function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** Decodes base32, ignoring case, padding and spaces. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase().replace(/[=\s]/g, '')]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
