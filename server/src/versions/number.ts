/** One to three whole numbers; the database keeps each in 32 bits, so nine digits at most. */
const written = /^v?(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?(?:\.(0|[1-9]\d{0,8}))?$/i

/**
 * Lenient: `v1.2` becomes `1.2.0`. Undefined for what is no version here, pre-release and build parts among it:
 * clients cannot read those back. Source: API contract 29.3, clients 1.11.
 */
export function normalizeVersion(text: string): string | undefined {
  const [, major, minor = '0', patch = '0'] = written.exec(text.trim()) ?? []
  return major === undefined ? undefined : `${major}.${minor}.${patch}`
}

/** By their numbers; both as they are stored. */
export function isHigher(version: string, other: string): boolean {
  const others = other.split('.').map(Number)
  const difference = version
    .split('.')
    .map((part, place) => Number(part) - (others[place] ?? 0))
    .find((one) => one !== 0)
  return difference !== undefined && difference > 0
}
