import type { Access, Right, Route } from './route.ts'

/** The user who is looking at a screen. */
export interface Viewer {
  isSignedIn: boolean
  isAdmin: boolean
  isBanned: boolean
  /** The viewer's role in the publisher that the call is about. */
  role?: 'owner' | 'member' | undefined
  /** True when the call is about the viewer's own user. */
  isSelf?: boolean
}

/**
 * Whether the registry would let the viewer call a route, so that screens offer only allowed actions. An
 * admin counts as having the short-lived admin token, because screens get one when they need it.
 */
export function mayCall(route: Route, viewer: Viewer): boolean {
  if (!hasAccess(route.access, viewer)) return false
  if (viewer.isBanned && (isForAdmins(route.access) || route.errors.includes('user_banned'))) return false
  return route.right === undefined || hasRight(route.right, viewer)
}

function hasAccess(access: Access, { isSignedIn, isAdmin }: Viewer): boolean {
  if (access === 'public' || access === 'public-or-bearer-token') return true
  if (isForAdmins(access)) return isSignedIn && isAdmin
  return isSignedIn && ofUsers.has(access)
}

const ofUsers: ReadonlySet<Access> = new Set([
  'signed-in',
  'signed-in-or-publish-token',
  'signed-in-or-bearer-token',
  'customer',
])

function isForAdmins(access: Access): boolean {
  return access === 'admin' || access === 'admin-token' || access === 'service-or-admin'
}

function hasRight(right: Right, { role, isAdmin, isSelf = false }: Viewer): boolean {
  switch (right) {
    case 'owner':
      return role === 'owner'
    case 'owner-or-admin':
      return role === 'owner' || isAdmin
    case 'member':
      return role !== undefined
    case 'member-or-admin':
      return role !== undefined || isAdmin
    case 'owner-or-self':
      return role === 'owner' || (role !== undefined && isSelf)
    case 'admin':
      return isAdmin
  }
}
