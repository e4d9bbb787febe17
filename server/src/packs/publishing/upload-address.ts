import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from './deps.ts'

export interface UploadAddress {
  versionId: string
  expiresAt: Date
}

/** Signs a URL that accepts one archive by PUT until it expires. It needs no other credential. */
export function signUploadAddress(
  { config, uploadKey }: Deps,
  { versionId, expiresAt }: UploadAddress,
): string {
  const expires = expiresAt.getTime()
  const signature = signatureOf(uploadKey, versionId, expires)
  return `${config.apiUrl}/uploads/${versionId}?expires=${expires}&signature=${signature}`
}

/** Whether this registry signed the URL, which can have expired since. */
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
