import type { Install, InstallState } from './install.ts'

const heldBack: ReadonlySet<InstallState> = new Set([
  'unpublished',
  'under_review',
  'withdrawn',
  'refused',
  'blocked',
  'banned',
])

/** Whether it is kept from readers on purpose: then nothing offers its repository either. */
export const isHeldBack = ({ state }: Install): boolean => heldBack.has(state)
