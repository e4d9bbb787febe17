import { capabilityDifference } from '@nodeyard/analysis/facts'
import type { Capability, CapabilityChanges } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { readCapabilities, readEarlierCapabilities, type VersionRow } from './sql.ts'

/** Returns the capabilities of a version's code, and the ones it adds to the version below it. */
export async function getCapabilities(
  db: DbOrTx,
  version: VersionRow,
): Promise<{ capabilities?: Capability[]; capability_changes?: CapabilityChanges }> {
  const capabilities = await readCapabilities(db, version.id)
  if (!capabilities) return {}
  const earlier = await readEarlierCapabilities(db, version)
  if (!earlier) return { capabilities }
  const difference = capabilityDifference(earlier.capabilities, capabilities)
  return { capabilities, capability_changes: { since: earlier.version, ...difference } }
}
