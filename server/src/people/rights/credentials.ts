import type { StopReason } from '@nodeyard/contract/people'

/**
 * All credentials that outlive a sign-in, with the right that each depends on: the user's account, the owner role in a
 * publisher, or the admin role.
 */
export const credentials = {
  'publish-token': 'owner',
  'trusted-publisher': 'owner',
  /** Issued to a CI job on behalf of its trusted publisher. */
  'trusted-token': 'owner',
  /** Issued on behalf of the token that announced the version. */
  'upload-address': 'owner',
  invitation: 'owner',
  webhook: 'owner',
  /** Admins can offer any node. */
  transfer: 'owner-or-admin',
  'admin-token': 'admin',
  'api-key': 'account',
} as const
export type Credential = keyof typeof credentials

/** Why a user lost the right that a credential depends on. */
export const losses = ['deleted', 'banned', 'removed', 'demoted', 'not-admin'] as const
export type Loss = (typeof losses)[number]

/** A user who lost the owner role in a publisher, and why. */
export interface LostRole {
  publisherId: string
  userId: string
  because: Exclude<Loss, 'banned' | 'not-admin'>
}

/** Returns the wire field that says why a publisher's credential stopped working. */
export function toStopReason(loss: Loss | null | undefined): { stoppedBecause?: StopReason } {
  return loss && loss !== 'not-admin' ? { stoppedBecause: loss } : {}
}
