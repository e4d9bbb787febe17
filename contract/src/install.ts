import Type, { type Static } from 'typebox'
import { oneOf } from './shapes.ts'

/** How a node can be had at present. */
export const installStates = [
  /** Clients install its latest version. */
  'installable',
  /** The same, and its publisher advises against it. */
  'deprecated',
  /** Nobody owns it: it can be had from its repository alone. */
  'unclaimed',
  /** It was listed before anything was published here: it can be had from its repository alone. */
  'no_version',
  /** Only its owners and admins see it, and no archive has come yet. */
  'unpublished',
  /** Its only versions are being checked, or wait for a moderator. */
  'under_review',
  /** Its publisher has withdrawn every version. */
  'withdrawn',
  /** Moderators have refused every version. */
  'refused',
  /** An advisory refuses every version. */
  'blocked',
  /** The node is banned. */
  'banned',
] as const
export const InstallState = oneOf(installStates)
export type InstallState = Static<typeof InstallState>

export const Install = Type.Object({
  state: InstallState,
  /** Where `git clone` gets it; only where that is the way. */
  clone: Type.Optional(Type.String()),
  /** In the words of the publisher, where it has withdrawn or deprecated it; of a moderator, where it is banned. */
  reason: Type.Optional(Type.String()),
  /** The id of the advisory that refuses it. */
  advisory: Type.Optional(Type.String()),
})
export type Install = Static<typeof Install>
