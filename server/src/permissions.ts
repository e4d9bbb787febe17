import { RegistryError } from './errors.ts'

export interface UserActor {
  kind: 'user'
  id: string
  email: string
  name: string
  isAdmin: boolean
  isBanned: boolean
  isApproved: boolean
}

/**
 * Who asks. `operator` is the person at the machine: the command line and the program itself. `service` is another
 * program that knows a secret; `id` says which.
 */
export type Actor =
  | { kind: 'anonymous' }
  | UserActor
  | { kind: 'service'; id: string }
  | { kind: 'operator'; id: string }

export const anonymous: Actor = { kind: 'anonymous' }

/** The signed-in user behind a call; the route's access has made sure that there is one. */
export function userOf(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new RegistryError('missing_credential')
  return actor
}

export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'operator' || (actor.kind === 'user' && actor.isAdmin)
}

export function assertAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new RegistryError('not_admin')
}

/** A banned user may sign in and read, and nothing else. Source: API contract 28.5. */
export function assertMayWrite(actor: Actor): void {
  if (actor.kind === 'user' && actor.isBanned) throw new RegistryError('user_banned')
}

/** In a publisher; undefined for who does not belong to it. */
export type Role = 'owner' | 'member' | undefined

/** Only owners may change what a publisher has; members are listed and may read. */
export function assertOwner(role: Role): void {
  if (role !== 'owner') throw new RegistryError('not_publisher_owner')
}
