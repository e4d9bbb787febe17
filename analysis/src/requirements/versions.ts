import { explain } from '@renovatebot/pep440'

/** A version of a Python package. Source: PEP 440. */
export interface Version {
  /** Normalized: `1.0-RC1` becomes `1.0rc1`. */
  text: string
  key: VersionKey
  isPrerelease: boolean
}

/** Orders versions. Missing parts have values that sort as PEP 440 says. */
export interface VersionKey {
  epoch: number
  /** The release segment without trailing zeros. */
  release: readonly number[]
  /** −1: only a development release; 0, 1, 2: alpha, beta, candidate; 3: none of them. */
  phase: number
  phaseNumber: number
  /** −1 without one. */
  post: number
  /** Infinity without one. */
  dev: number
  /** The label after a plus sign; `top` is above all labels, and no version has it. */
  local: readonly (string | number)[] | 'top'
}

/** Real versions have at most some 60 characters. */
const maxVersionLength = 128
const maxReadVersions = 50_000
const phases: Record<string, number> = { a: 0, b: 1, rc: 2 }
const read = new Map<string, Version | undefined>()

/** Parses a PEP 440 version. Returns undefined for other texts, and for numbers too large to compare. */
export function readVersion(text: string): Version | undefined {
  if (text.length > maxVersionLength) return undefined
  if (read.has(text)) return read.get(text)
  const version = parse(text.trim())
  if (read.size >= maxReadVersions) read.clear()
  read.set(text, version)
  return version
}

function parse(text: string): Version | undefined {
  const parts = explain(text)
  if (!parts) return undefined
  // The types leave out that absent parts are null, and that `post` and `dev` are numbers.
  const { epoch, release, pre, post, dev } = parts as unknown as {
    [key in 'epoch' | 'post' | 'dev']: number | null
  } & { release: number[]; pre: [string, number] | null }
  const numbers = [epoch ?? 0, ...release, pre?.[1] ?? 0, post ?? 0, dev ?? 0]
  if (!numbers.every(Number.isSafeInteger)) return undefined
  const [, label] = text.split('+')
  const local = label === undefined ? [] : labelOf(label)
  return {
    text: `${parts.public}${local.length > 0 ? `+${local.join('.')}` : ''}`,
    isPrerelease: parts.is_prerelease,
    key: {
      epoch: epoch ?? 0,
      release: withoutZeros(release),
      phase: pre ? (phases[pre[0]] ?? 0) : post === null && dev !== null ? -1 : 3,
      phaseNumber: pre?.[1] ?? 0,
      post: post ?? -1,
      dev: dev ?? Number.POSITIVE_INFINITY,
      local,
    },
  }
}

function labelOf(text: string): (string | number)[] {
  return text
    .toLowerCase()
    .split(/[._-]/)
    .map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part))
}

export function withoutZeros(release: readonly number[]): readonly number[] {
  let length = release.length
  while (length > 1 && release[length - 1] === 0) length--
  return release.slice(0, length)
}

export function compareKeys(a: VersionKey, b: VersionKey): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch
  const length = Math.max(a.release.length, b.release.length)
  for (let i = 0; i < length; i++) {
    const difference = (a.release[i] ?? 0) - (b.release[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.phase !== b.phase) return a.phase - b.phase
  if (a.phaseNumber !== b.phaseNumber) return a.phaseNumber - b.phaseNumber
  if (a.post !== b.post) return a.post - b.post
  // Infinity minus infinity is no number.
  if (a.dev !== b.dev) return a.dev < b.dev ? -1 : 1
  return compareLabels(a.local, b.local)
}

/** Numbers come after words. Source: PEP 440, local version identifiers. */
function compareLabels(a: VersionKey['local'], b: VersionKey['local']): number {
  if (a === 'top' || b === 'top') return Number(a === 'top') - Number(b === 'top')
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]]
    if (one === other) continue
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    if (typeof one !== typeof other) return typeof one === 'number' ? 1 : -1
    return one < other ? -1 : 1
  }
  return 0
}

export const compareVersions = (a: Version, b: Version): number => compareKeys(a.key, b.key)
