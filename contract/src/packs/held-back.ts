import type { Install, InstallState } from '../ground/install.ts'
import type { NodeVersion } from './versions.ts'

const heldBack: ReadonlySet<InstallState> = new Set([
  'unpublished',
  'under_review',
  'withdrawn',
  'refused',
  'blocked',
  'suspicious',
  'banned',
])

/**
 * Whether the node is hidden from readers on purpose, in which case no page links to its repository either.
 */
export const isHeldBack = ({ state }: Install): boolean => heldBack.has(state)

/** Whether only editors and moderators can install a version and see what is in it, because it is being checked or waits for a moderator. */
export const isHeldVersion = ({ status }: Pick<NodeVersion, 'status'>): boolean =>
  status === 'NodeVersionStatusPending' || status === 'NodeVersionStatusFlagged'

/** Whether a held version is closed to the caller who got it from the API. */
export const isClosedVersion = ({
  status,
  downloadUrl,
}: Pick<NodeVersion, 'status' | 'downloadUrl'>): boolean =>
  isHeldVersion({ status }) && downloadUrl === undefined
