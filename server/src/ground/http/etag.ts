import { createHash } from 'node:crypto'

/** A weak ETag, because all content encodings of the bytes share it. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** True if `If-None-Match` names this ETag (weak comparison, RFC 9110 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => opaque(one) === opaque(etag))
}

const opaque = (etag: string) => etag.trim().replace(/^W\//, '')
