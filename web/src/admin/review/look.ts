import type { ReviewFinding } from '@nodeyard/contract/moderation'

/** What is looked at: a finding, or a file for its own sake. */
export interface Look {
  finding?: ReviewFinding | undefined
  file?: string | undefined
  /** Somebody asked for it; the page did not open with it. */
  isByHand: boolean
}
