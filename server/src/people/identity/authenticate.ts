import type { IncomingHttpHeaders } from 'node:http'
import { type Access, cleanSecret } from '@nodeyard/contract/ground'
import { RegistryError } from '../../ground/errors.ts'
import {
  type Actor,
  anonymous,
  assertAccess,
  type PublishTokenActor,
  type ServiceActor,
  type UserActor,
} from '../../ground/permissions.ts'
import { verifyAdminToken } from './admin-token.ts'
import { hashOfApiKey } from './api-key.ts'
import type { Deps } from './deps.ts'
import { matchesSecret } from './shared-secret.ts'
import { findHolderOfAdminToken, findHolderOfApiKey } from './sql.ts'
import { rememberUser, toActor, withNamedAdmins } from './users.ts'

/**
 * Authenticates the caller of a route with this access. Public routes ignore a bad token, because the web client sends
 * its token with every request. Source: API contract 3.2, clients 7.
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
    case 'public-or-bearer-token':
      return authorization ? await reader(deps, authorization).catch(asAnonymous) : anonymous
    case 'admin-secret':
      return serviceWith(access, secretIn(headers['x-comfy-admin-secret']), deps.config.adminSecret)
    case 'ci-secret':
      return serviceWith(access, bearerIn(authorization), deps.config.ciSecret)
    case 'customer': {
      const apiKey = secretIn(headers['x-api-key'])
      return apiKey !== undefined ? keyHolder(deps, apiKey) : admitted(deps, access, authorization)
    }
    case 'signed-in-or-publish-token':
      return authorization
        ? (publishTokenIn(authorization) ?? admitted(deps, access, authorization))
        : anonymous
    case 'signed-in-or-bearer-token':
      return (authorization && publishTokenIn(authorization)) || admitted(deps, access, authorization)
    default:
      return admitted(deps, access, authorization)
  }
}

async function reader(deps: Deps, authorization: string): Promise<Actor> {
  return publishTokenIn(authorization) ?? actorOf(deps, authorization)
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
  if (user) return { ...user, signIn: { at: claims.authTime, hasSecondFactor: claims.hasSecondFactor } }
  const actor = (await adminOf(deps, token)) ?? (await serviceOf(deps, token))
  if (!actor) throw new RegistryError('invalid_credential')
  return actor
}

/** Looks up the user each time, so that a revoked role takes effect immediately. */
async function adminOf(deps: Deps, token: string): Promise<UserActor | undefined> {
  const claims = await verifyAdminToken(deps, token)
  const user = claims && (await findHolderOfAdminToken(deps.db, claims.userId, deps.config.adminEmails))
  const isEnded = user?.valid_since && claims && claims.issuedAt < user.valid_since
  return user && !user.loss && !isEnded ? { ...withNamedAdmins(deps, user), hasAdminToken: true } : undefined
}

async function serviceOf({ verifyService }: Deps, token: string): Promise<ServiceActor | undefined> {
  const id = await verifyService(token)
  return id === undefined ? undefined : { kind: 'service', id }
}

function bearerIn(authorization: string | undefined): string {
  if (!authorization) throw new RegistryError('missing_credential')
  const [scheme] = /^Bearer +/i.exec(authorization) ?? []
  const token = scheme === undefined ? '' : (secretIn(authorization.slice(scheme.length)) ?? '')
  if (token === '' || /\s/.test(token)) throw new RegistryError('not_bearer')
  return token
}

/** Reads a secret from a header. Node decodes headers as Latin-1. */
function secretIn(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : cleanSecret(Buffer.from(String(header), 'latin1').toString())
}

/** Treats a bearer token without a dot as a publish token; all others are JSON Web Tokens. */
function publishTokenIn(authorization: string): PublishTokenActor | undefined {
  const secret = bearerIn(authorization)
  return secret.includes('.') ? undefined : { kind: 'publish-token', secret }
}

/** Looks up the key each time, so that a revocation takes effect immediately. */
async function keyHolder({ db }: Pick<Deps, 'db'>, apiKey: string): Promise<Actor> {
  const user = await findHolderOfApiKey(db, hashOfApiKey(apiKey))
  if (!user) throw new RegistryError('invalid_api_key')
  if (user.loss) throw new RegistryError('user_banned')
  return { ...toActor(user), isByApiKey: true }
}

function serviceWith(id: string, given: string | undefined, secret: string | undefined): Actor {
  if (given === undefined) throw new RegistryError('missing_credential')
  if (!matchesSecret(given, secret)) throw new RegistryError('invalid_credential')
  return { kind: 'service', id }
}

/** Turns a 401 into the anonymous actor. */
function asAnonymous(error: unknown): Actor {
  if (error instanceof RegistryError && error.status === 401) return anonymous
  throw error
}
