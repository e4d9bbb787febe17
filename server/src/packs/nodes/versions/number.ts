export { normalizeVersion } from '@nodeyard/contract/ground'

/** Compares two stored versions by number. */
export function isHigher(version: string, other: string): boolean {
  const others = other.split('.').map(BigInt)
  for (const [place, part] of version.split('.').map(BigInt).entries()) {
    const otherPart = others[place] ?? 0n
    if (part !== otherPart) return part > otherPart
  }
  return false
}
