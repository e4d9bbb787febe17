import type { Finding } from '@nodeyard/analysis/ground'
import type { Consultation } from '../../packs/decisions/consult.ts'
import type { Reading } from '../../packs/publishing/analyst.ts'
import type { RescanOutcome } from './sql.ts'

/** The result of scanning a version with the current rules, compared to the stored one. */
export interface Look {
  /** Undefined if the current rules refuse the archive; the stored analysis then stays. */
  read: Reading | undefined
  findings: Finding[]
  /** Its findings in the light of the decisions so far. */
  verdict: Consultation
  /** Undefined if nothing would change. */
  outcome: Exclude<RescanOutcome, 'failed'> | undefined
  /** Blocking findings that did not exist at the last decision. */
  newlyBlocking: Finding[]
  comfyNodesAdded: string[]
  comfyNodesRemoved: string[]
}
