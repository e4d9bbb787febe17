import {
  complement,
  everything,
  intersection,
  intersectionOfAll,
  isEmpty,
  nothing,
  rangeOf,
  rangeOfAll,
  type Specifier,
  type VersionRange,
} from '@nodeyard/analysis/requirements'
import type { AffectedRange } from './osv.ts'

export interface Affected {
  ranges: readonly AffectedRange[]
  versions: readonly string[]
}

/**
 * Whether a requirement only allows affected versions, and which version fixes the highest of them. Versions are compared
 * by PEP 440. Ranges with an invalid version are left out, so that nothing is claimed that is not stated.
 */
export function judgeRequirement(
  specifiers: readonly Specifier[],
  affected: Affected,
): { onlyAffected: boolean; fixed?: string } {
  const allowed = rangeOfAll(specifiers)
  if (!allowed || isEmpty(allowed)) return { onlyAffected: false }
  const hit = affected.ranges.flatMap((range) => {
    const set = toSet(range)
    return set && !isEmpty(intersection(allowed, set)) ? [{ range, set }] : []
  })
  const whole = unionOfAll([...hit.map(({ set }) => set), ...versionsIn(specifiers, affected.versions)])
  if (!isEmpty(intersection(allowed, complement(whole)))) return { onlyAffected: false }
  const fixed = hit.at(-1)?.range.fixed
  return { onlyAffected: true, ...(fixed === undefined ? {} : { fixed }) }
}

/** The lowest version is written as `0`. */
function toSet({ introduced, fixed, last_affected }: AffectedRange): VersionRange | undefined {
  const from = introduced === '0' ? everything : rangeOf({ operator: '>=', version: introduced })
  const beyond =
    fixed !== undefined
      ? rangeOf({ operator: '>=', version: fixed })
      : last_affected !== undefined
        ? complementOf(rangeOf({ operator: '<=', version: last_affected }))
        : nothing
  return from && beyond && intersection(from, complement(beyond))
}

const complementOf = (range: VersionRange | undefined) => range && complement(range)

/** Single versions can cover a pin only: between two versions, there can always be another. */
function versionsIn(specifiers: readonly Specifier[], versions: readonly string[]): VersionRange[] {
  if (!specifiers.some(({ operator }) => operator === '==' || operator === '===')) return []
  return versions.flatMap((version) => rangeOf({ operator: '==', version }) ?? [])
}

const unionOfAll = (ranges: readonly VersionRange[]): VersionRange =>
  complement(intersectionOfAll(ranges.map(complement)))
