import { limits } from '@nodeyard/contract/limits'

/** One to three whole numbers. */
const written = /^v?(0|[1-9]\d{0,15})(?:\.(0|[1-9]\d{0,15}))?(?:\.(0|[1-9]\d{0,15}))?$/i

/**
 * Lenient: `v1.2` becomes `1.2.0`. Undefined for what is no version here: pre-release and build parts, which clients
 * cannot read back, and numbers beyond `limits.versionPart`. Source: API contract 29.3, clients 1.11.
 */
export function normalizeVersion(text: string): string | undefined {
  const [, major, minor = '0', patch = '0'] = written.exec(text.trim()) ?? []
  if (major === undefined) return undefined
  const parts = [major, minor, patch]
  return parts.every((part) => Number(part) <= limits.versionPart) ? parts.join('.') : undefined
}

/** Compares by number; both versions are as they are stored. */
export function isHigher(version: string, other: string): boolean {
  const others = other.split('.').map(BigInt)
  for (const [place, part] of version.split('.').map(BigInt).entries()) {
    const otherPart = others[place] ?? 0n
    if (part !== otherPart) return part > otherPart
  }
  return false
}
