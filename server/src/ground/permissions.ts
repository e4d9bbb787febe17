import type { Access, ErrorCode } from '@nodeyard/contract/ground'
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
  /** Whether the request has a short-lived admin token in addition to the sign-in. */
  hasAdminToken: boolean
  /** The sign-in that the request's ID token comes from. Omitted for other credentials. */
  signIn?: { at: Date; hasSecondFactor: boolean }
  /** Whether the request has an API key, which can spend credits but not manage keys. */
  isByApiKey: boolean
}

/** A program that works for the registry, or a part of the registry itself. `id` identifies it. */
export interface ServiceActor {
  kind: 'service'
  id: string
}

/** A program with a publish token. The domain verifies the token, because its permissions depend on the node. */
export interface PublishTokenActor {
  kind: 'publish-token'
  secret: string
}

/** The caller. `operator` covers the command line and the program itself. */
export type Actor =
  | { kind: 'anonymous' }
  | UserActor
  | ServiceActor
  | PublishTokenActor
  | { kind: 'operator'; id: string }

export const anonymous: Actor = { kind: 'anonymous' }

/** Returns the signed-in user. Throws for other actors, which the access of the route should have refused. */
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

/** Throws unless the user or service may call routes with this access. Source: API contract 4.1. */
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

/** Throws for banned users, who can only sign in and read. Source: API contract 28.5. */
export function assertMayWrite(actor: Actor): void {
  if (actor.kind === 'user' && actor.isBanned) throw new RegistryError('user_banned')
}

/** Throws for calls with an API key, so that a stolen key cannot create or revoke others. */
export function assertMayManageApiKeys(user: UserActor): void {
  assertMayWrite(user)
  if (user.isByApiKey) throw new RegistryError('api_key_cannot_manage_keys')
}

/** Role in a publisher, or undefined if the user does not belong to it. */
export type Role = 'owner' | 'member' | undefined

/** Throws for members, who can read but not change anything. */
export function assertOwner(role: Role): void {
  if (role !== 'owner') throw new RegistryError('not_publisher_owner')
}

/** Throws unless the user may get an admin token. Users who are not admins get 401. Source: API contract 18.1. */
export function assertMayStepUp(user: UserActor): void {
  if (!user.isAdmin) throw new RegistryError('admin_sign_in_required')
  assertMayWrite(user)
}

/** Facts that decide whether a node can be changed. `publisherId` comes from the caller. */
export interface NodeAccess {
  publisherId: string
  isPublisherThere: boolean
  role: Role
  node: { status: NodeStatus; publisher_id: string } | undefined
}

/**
 * Throws unless the actor may change this node of this publisher. Admins may change every node, even a banned one. Accepts
 * a node that does not exist. Source: API contract 4.1, 4.2.
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

/** Throws unless the user leaves the publisher, or is an owner who removes another member. */
export function assertMayRemoveMember(actor: UserActor, role: Role, userId: string): void {
  assertMayWrite(actor)
  if (actor.id !== userId) assertOwner(role)
}

/** Throws unless the actor belongs to the publisher or is an admin. */
export function assertMayReadEvents(actor: Actor, role: Role): void {
  if (role === undefined && !isAdmin(actor)) throw new RegistryError('not_publisher_owner')
}
