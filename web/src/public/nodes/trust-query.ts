import { defined } from '@nodeyard/contract/ground'
import {
  type Attestation,
  type CommitMatch,
  getCommitMatch,
  listAttestations,
  listRequirementAdvisories,
  type RequirementAdvisory,
} from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import type { Site } from '../../ground/site/site.ts'
import { unlessHeld } from './held.ts'

/** The claims about a version that the registry has checked. */
export interface TrustView {
  match: CommitMatch
  attestations: Attestation[]
  /** The last version that was signed, if this one was not. */
  lastSigned?: string
  advisories: RequirementAdvisory[]
}

const nothing: TrustView = { match: { state: 'none' }, attestations: [], advisories: [] }

/** A reading is a commit itself, without signatures: only its requirements say something. */
export function trustQuery({ registry }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'trust'],
    queryFn: async ({ signal }): Promise<TrustView> => {
      const input = { params: { nodeId, version } }
      const required = unlessHeld(registry.call(listRequirementAdvisories, input, { signal }), {
        advisories: [],
      })
      if (isCommit(version)) return { ...nothing, advisories: (await required).advisories }
      const [match, { attestations, last_seen: lastSigned }, { advisories }] = await Promise.all([
        registry.call(getCommitMatch, input, { signal }),
        registry.call(listAttestations, input, { signal }),
        required,
      ])
      return { match, attestations, advisories, ...defined({ lastSigned }) }
    },
  })
}

/** Whether there is anything to say. */
export const saysAnything = ({ match, attestations, lastSigned, advisories }: TrustView): boolean =>
  !['none', 'off'].includes(match.state) ||
  attestations.length > 0 ||
  lastSigned !== undefined ||
  advisories.length > 0
