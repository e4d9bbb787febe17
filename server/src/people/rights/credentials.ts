import type { StopReason } from '@nodeyard/contract/tokens'

/**
 * Everything by which a person acts later, or lets others act, and what it stands for: the person's own account, the
 * role of an owner in a publisher, or that of an admin.
 */
export const credentials = {
  'publish-token': 'owner',
  'trusted-publisher': 'owner',
  /** Exchanged by a CI job; stands for its trusted publisher. */
  'trusted-token': 'owner',
  /** Stands for the token that announced the version. */
  'upload-address': 'owner',
  invitation: 'owner',
  webhook: 'owner',
  /** Admins may offer every node. */
  transfer: 'owner-or-admin',
  'admin-token': 'admin',
  'api-key': 'account',
} as const
export type Credential = keyof typeof credentials

/** Why a person is no longer entitled to what their credential stands for. */
export const losses = ['deleted', 'banned', 'removed', 'demoted', 'not-admin'] as const
export type Loss = (typeof losses)[number]

/** Who lost the role of an owner in a publisher, and how. */
export interface LostRole {
  publisherId: string
  userId: string
  because: Exclude<Loss, 'banned' | 'not-admin'>
}

/** Why a publisher's credential works no more, as it goes over the wire. */
export function toStopReason(loss: Loss | null | undefined): { stoppedBecause?: StopReason } {
  return loss && loss !== 'not-admin' ? { stoppedBecause: loss } : {}
}
