import Type, { type Static } from 'typebox'
import { oneOf } from './shapes.ts'

/** How a node can currently be installed. */
export const installStates = [
  'installable',
  /** Like `installable`, but its publisher advises against it. */
  'deprecated',
  /** It has no owner: only its repository offers it. */
  'unclaimed',
  /** It was listed before anything was published here: only its repository offers it. */
  'no_version',
  /** Only its owners and admins see it, and no archive has arrived yet. */
  'unpublished',
  /** Its only versions are being checked or are waiting for a moderator. */
  'under_review',
  /** Its publisher has withdrawn every version. */
  'withdrawn',
  /** The tool certainly cannot load any version. The reason is of the highest one. */
  'cannot_load',
  /** Moderators have refused every version. */
  'refused',
  'blocked',
  /** Its repository contains what the scan finds dangerous, and no moderator has looked at it yet. */
  'suspicious',
  'banned',
] as const
export const InstallState = oneOf(installStates)
export type InstallState = Static<typeof InstallState>

export const Install = Type.Object({
  state: InstallState,
  /** URL for `git clone`; omitted when there is an archive to install. */
  clone: Type.Optional(Type.String()),
  /** The commit to check out: the one that was read. */
  commit: Type.Optional(Type.String()),
  /** Whether that commit has a `requirements.txt`. Omitted if it is not known. */
  has_requirements: Type.Optional(Type.Boolean()),
  /** Whether that commit includes other repositories (submodules), which were not read. Omitted if it does not. */
  has_submodules: Type.Optional(Type.Boolean()),
  /** Written by the publisher who withdrew or deprecated it, or by the moderator who banned it. */
  reason: Type.Optional(Type.String()),
  advisory: Type.Optional(Type.String()),
})
export type Install = Static<typeof Install>
