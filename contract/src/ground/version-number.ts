import { limits } from '../limits.ts'

const written = /^v?(0|[1-9]\d{0,15})(?:\.(0|[1-9]\d{0,15}))?(?:\.(0|[1-9]\d{0,15}))?$/i

/**
 * Completes a lenient version: `v1.2` becomes `1.2.0`. Returns undefined for pre-release and build parts,
 * which clients cannot read back, and for numbers beyond `limits.versionPart`. Source: API contract 29.3,
 * clients 1.11.
 */
export function normalizeVersion(text: string): string | undefined {
  const [, major, minor = '0', patch = '0'] = written.exec(text.trim()) ?? []
  if (major === undefined) return undefined
  const parts = [major, minor, patch]
  return parts.every((part) => Number(part) <= limits.versionPart) ? parts.join('.') : undefined
}
