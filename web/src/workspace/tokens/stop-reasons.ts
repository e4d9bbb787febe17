import type { StopReason } from '@nodeyard/contract/people'

/** Texts for the reasons why a credential stopped working. */
export const stopReasonTexts = {
  removed: 'stopped_removed',
  demoted: 'stopped_demoted',
  banned: 'stopped_banned',
  deleted: 'stopped_deleted',
} as const satisfies Record<StopReason, string>
