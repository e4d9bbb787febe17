import type { ReviewFinding } from '@nodeyard/contract/safety'

/** The finding or the file on screen. */
export interface Look {
  finding?: ReviewFinding | undefined
  file?: string | undefined
  /** True when the user selected it, false for the initial selection. */
  isByHand: boolean
}
