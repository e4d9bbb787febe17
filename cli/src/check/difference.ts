import { compareVersions, type VersionComparison } from '@nodeyard/analysis/comfy-nodes'
import { type Capability, capabilityDifference } from '@nodeyard/analysis/facts'
import type { Inspection } from '@nodeyard/analysis/inspection'

/** The changes since a published version. */
export interface Difference extends VersionComparison {
  version: string
  capabilities: { gained: Capability[]; lost: Capability[] }
  requirements: { added: string[]; removed: string[] }
}

export function differenceSince(version: string, before: Inspection, after: Inspection): Difference {
  const [old, now] = [requirementsOf(before), requirementsOf(after)]
  return {
    version,
    ...compareVersions(before, after),
    capabilities: capabilityDifference(before.capabilities, after.capabilities),
    requirements: {
      added: now.filter((line) => !old.includes(line)),
      removed: old.filter((line) => !now.includes(line)),
    },
  }
}

const requirementsOf = ({ manifest }: Inspection): string[] => manifest?.dependencies ?? []
