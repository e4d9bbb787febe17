import type { Capability } from './capability.ts'

export interface CapabilityDifference {
  /** What the newer version can do and the older could not. */
  gained: Capability[]
  /** What the older version could do and the newer cannot. */
  lost: Capability[]
}

/** In the order of each list. Where in the code a capability shows makes no difference. */
export function capabilityDifference(
  before: readonly Capability[],
  after: readonly Capability[],
): CapabilityDifference {
  return { gained: missingIn(before, after), lost: missingIn(after, before) }
}

function missingIn(there: readonly Capability[], here: readonly Capability[]): Capability[] {
  const known = new Set(there.map(keyOf))
  return here.filter((capability) => !known.has(keyOf(capability)))
}

const keyOf = ({ kind, subject }: Capability) => `${kind}\n${subject}`
