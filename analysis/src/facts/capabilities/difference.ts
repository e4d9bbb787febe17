import type { Capability } from './capability.ts'

export interface CapabilityDifference {
  /** Capabilities of the newer version that the older one lacks. */
  gained: Capability[]
  /** Capabilities of the older version that the newer one lacks. */
  lost: Capability[]
}

/** Compares two lists of capabilities, keeping the order of each. Places in the code are ignored. */
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
