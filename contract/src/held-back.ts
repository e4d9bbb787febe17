import type { Install, InstallState } from './install.ts'

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
