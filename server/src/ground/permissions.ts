import type { ErrorCode } from '@nodeyard/contract/errors'
import type { Access } from '@nodeyard/contract/route'
import type { NodeStatus } from './db/schema.ts'
import { RegistryError } from './errors.ts'

export interface UserActor {
  kind: 'user'
  id: string
  email: string
  name: string
  isAdmin: boolean
  isBanned: boolean
  isApproved: boolean
  /** Came with the short-lived token of an admin, not with the sign-in alone. */
  hasAdminToken: boolean
  /** Came with an API key, which spends credit and manages no keys. */
  isByApiKey: boolean
}

/** A program that works for the registry, the parts of the registry itself among them; `id` says which. */
export interface ServiceActor {
  kind: 'service'
  id: string
}

/** A program that holds a publish token. What it is good for depends on the node: the domain verifies it. */
export interface PublishTokenActor {
  kind: 'publish-token'
  secret: string
}

/** Who asks. `operator` is the person at the machine: the command line and the program itself. */
export type Actor =
  | { kind: 'anonymous' }
  | UserActor
  | ServiceActor
  | PublishTokenActor
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

/** Throws unless somebody with a credential may call a route of this access at all. Source: API contract 4.1. */
export function assertAccess(access: Access, actor: UserActor | ServiceActor): void {
  const refusal = actor.kind === 'service' ? refusalOfService(access) : refusalOfUser(access, actor)
  if (refusal) throw new RegistryError(refusal)
}

function refusalOfService(access: Access): ErrorCode | undefined {
  if (access === 'service' || access === 'service-or-admin') return undefined
  return access === 'admin' || access === 'admin-token' ? 'not_admin' : 'invalid_credential'
}

function refusalOfUser(access: Access, user: UserActor): ErrorCode | undefined {
  switch (access) {
    case 'service':
      return 'not_service'
    case 'service-or-admin':
      return user.isAdmin ? refusalOfAdmin(user) : 'not_service'
    case 'admin':
      return user.isAdmin ? refusalOfAdmin(user) : 'not_admin'
    case 'admin-token':
      if (!user.isAdmin) return 'not_admin'
      return refusalOfAdmin(user) ?? (user.hasAdminToken ? undefined : 'admin_token_required')
    default:
      return undefined
  }
}

const refusalOfAdmin = ({ isBanned }: UserActor) => (isBanned ? 'user_banned' : undefined)

/** A banned user may sign in and read, and nothing else. Source: API contract 28.5. */
export function assertMayWrite(actor: Actor): void {
  if (actor.kind === 'user' && actor.isBanned) throw new RegistryError('user_banned')
}

/** A stolen API key makes no others, and takes none away. */
export function assertMayManageApiKeys(user: UserActor): void {
  assertMayWrite(user)
  if (user.isByApiKey) throw new RegistryError('api_key_cannot_manage_keys')
}

/** In a publisher; undefined for who does not belong to it. */
export type Role = 'owner' | 'member' | undefined

/** Only owners may change what a publisher has; members are listed and may read. */
export function assertOwner(role: Role): void {
  if (role !== 'owner') throw new RegistryError('not_publisher_owner')
}

/** Only an admin gets the admin token; the others hear 401. Source: API contract 18.1. */
export function assertMayStepUp(user: UserActor): void {
  if (!user.isAdmin) throw new RegistryError('admin_sign_in_required')
  assertMayWrite(user)
}

/** What a change of a node depends on. `publisherId` is the one that the caller names. */
export interface NodeAccess {
  publisherId: string
  isPublisherThere: boolean
  role: Role
  node: { status: NodeStatus; publisher_id: string } | undefined
}

/**
 * Throws unless the actor may change this node of this publisher. An admin may change every node, a banned one too.
 * A node that does not exist passes. Source: API contract 4.1, 4.2.
 */
export function assertMayEditNode(
  actor: Actor,
  { publisherId, isPublisherThere, role, node }: NodeAccess,
): void {
  assertMayWrite(actor)
  if (isAdmin(actor)) return
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  if (!isPublisherThere) throw new RegistryError('publisher_not_found')
  assertOwner(role)
  if (node && node.publisher_id !== publisherId) throw new RegistryError('node_of_other_publisher')
}

/** Everybody may leave a publisher; only owners take others out. */
export function assertMayRemoveMember(actor: UserActor, role: Role, userId: string): void {
  assertMayWrite(actor)
  if (actor.id !== userId) assertOwner(role)
}

/** The event log is for all who belong to the publisher, and for admins. */
export function assertMayReadEvents(actor: Actor, role: Role): void {
  if (role === undefined && !isAdmin(actor)) throw new RegistryError('not_publisher_owner')
}
