import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from './deps.ts'

export interface UploadAddress {
  versionId: string
  expiresAt: Date
}

/** An address that takes one archive by PUT until it expires. Whoever has it needs no other credential. */
export function signUploadAddress(
  { config, uploadKey }: Deps,
  { versionId, expiresAt }: UploadAddress,
): string {
  const expires = expiresAt.getTime()
  const signature = signatureOf(uploadKey, versionId, expires)
  return `${config.apiUrl}/uploads/${versionId}?expires=${expires}&signature=${signature}`
}

/** Whether the address is one that we signed. It may have expired since. */
export function isSignedByUs(
  { uploadKey }: Deps,
  { versionId, expires, signature }: { versionId: string; expires: string; signature: string },
): boolean {
  const expected = Buffer.from(signatureOf(uploadKey, versionId, Number(expires)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(key: string, versionId: string, expires: number): string {
  return createHmac('sha256', key).update(`PUT /uploads/${versionId} ${expires}`).digest('base64url')
}
