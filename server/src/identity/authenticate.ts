import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@nodeyard/contract/route'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { type Actor, anonymous, assertAccess, type ServiceActor, type UserActor } from '../permissions.ts'
import { verifyAdminToken } from './admin-token.ts'
import { hashOfApiKey } from './api-key.ts'
import { matchesSecret } from './shared-secret.ts'
import { findUserByApiKey, findUserById } from './sql.ts'
import { rememberUser, toActor, withNamedAdmins } from './users.ts'

/**
 * Who calls, if that one may call a route of this access. On a public route a bad token counts as none: the web client
 * sends whatever it has with every request. Source: API contract 3.2, clients 7.
 */
export async function authenticate(deps: Deps, access: Access, headers: IncomingHttpHeaders): Promise<Actor> {
  const { authorization } = headers
  switch (access) {
    case 'publish-token':
    case 'upload-address':
    case 'webhook':
      return anonymous
    case 'public':
      return authorization ? await actorOf(deps, authorization).catch(asAnonymous) : anonymous
    case 'admin-secret':
      return serviceWith(access, headers['x-comfy-admin-secret'], deps.config.adminSecret)
    case 'ci-secret':
      return serviceWith(access, bearerIn(authorization), deps.config.ciSecret)
    case 'customer': {
      const apiKey = headers['x-api-key']
      return typeof apiKey === 'string' ? keyHolder(deps, apiKey) : admitted(deps, access, authorization)
    }
    case 'signed-in-or-publish-token':
      return authorization ? admitted(deps, access, authorization) : anonymous
    case 'signed-in-or-bearer-token':
      return publishTokenIn(authorization) ?? admitted(deps, access, authorization)
    default:
      return admitted(deps, access, authorization)
  }
}

async function admitted(deps: Deps, access: Access, authorization: string | undefined): Promise<Actor> {
  const actor = await actorOf(deps, authorization)
  assertAccess(access, actor)
  return actor
}

async function actorOf(deps: Deps, authorization: string | undefined): Promise<UserActor | ServiceActor> {
  const token = bearerIn(authorization)
  const claims = await deps.identity.verify(token)
  const user = claims && (await rememberUser(deps, claims))
  const actor = user ?? (await adminOf(deps, token)) ?? (await serviceOf(deps, token))
  if (!actor) throw new RegistryError('invalid_credential')
  return actor
}

/** What the user may do is looked up each time: who is no admin any more is a user like others at once. */
async function adminOf(deps: Deps, token: string): Promise<UserActor | undefined> {
  const claims = await verifyAdminToken(deps, token)
  const user = claims && (await findUserById(deps.db, claims.userId))
  const isEnded = user?.valid_since && claims && claims.issuedAt < user.valid_since
  return user && !isEnded ? { ...withNamedAdmins(deps, user), hasAdminToken: true } : undefined
}

async function serviceOf({ verifyService }: Deps, token: string): Promise<ServiceActor | undefined> {
  const id = await verifyService(token)
  return id === undefined ? undefined : { kind: 'service', id }
}

function bearerIn(authorization: string | undefined): string {
  if (!authorization) throw new RegistryError('missing_credential')
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token) throw new RegistryError('not_bearer')
  return token
}

/** Both kinds of publish tokens have a mark that no other credential begins with. */
function publishTokenIn(authorization: string | undefined): Actor | undefined {
  const secret = /^Bearer +(ny[op]_\S+)$/i.exec(authorization ?? '')?.[1]
  return secret === undefined ? undefined : { kind: 'publish-token', secret }
}

/** Looked up each time: a key that was revoked is unknown from then on. */
async function keyHolder({ db }: Pick<Deps, 'db'>, apiKey: string): Promise<Actor> {
  const user = await findUserByApiKey(db, hashOfApiKey(apiKey))
  if (!user) throw new RegistryError('invalid_api_key')
  return toActor(user)
}

function serviceWith(id: string, given: string | string[] | undefined, secret: string | undefined): Actor {
  if (given === undefined) throw new RegistryError('missing_credential')
  if (!matchesSecret(String(given), secret)) throw new RegistryError('invalid_credential')
  return { kind: 'service', id }
}

function asAnonymous(error: unknown): Actor {
  if (error instanceof RegistryError && error.status === 401) return anonymous
  throw error
}
