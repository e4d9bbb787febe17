export const letters = [
  'version-listed',
  'version-broken',
  'followed-version',
  'version-refused',
  'version-flagged',
  'version-held',
  'version-approved',
  'version-rejected',
  'version-reopened',
  'version-deleted',
  'version-without-provenance',
  'version-without-attestation',
  'appeal-answered',
  'node-banned',
  'node-unbanned',
  'node-claimed',
  'node-offered',
  'node-offer-declined',
  'node-offer-withdrawn',
  'node-moved',
  'repository-lost',
  'repository-kept',
  'publisher-banned',
  'publisher-unbanned',
  'member-joined',
  'member-removed',
  'role-changed',
  'token-created',
  'token-near-end',
  'token-stopped',
  'token-leaked',
  'trusted-stopped',
  'webhook-given-up',
] as const
/** The subject of one line of a mail. */
export type Letter = (typeof letters)[number]

type Part =
  | 'news'
  | 'security-news'
  | 'reason'
  | 'findings'
  | 'name'
  | 'address'
  | 'not-you'
  | 'more'
  | 'why'
  | 'why-followed'
  | 'settings'
  | 'stop'
  | 'stop-title'
  | 'stop-question'
  | 'stopped'
  | 'stop-failed'
  | 'invitation'
  | 'invitation-body'
  | 'invitation-ignore'

export type Texts = Record<Letter | Part, string>
