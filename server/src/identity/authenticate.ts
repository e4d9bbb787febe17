import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@nodeyard/contract/route'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { type Actor, anonymous } from '../permissions.ts'
import { hashOfApiKey } from './api-key.ts'
import { matchesSecret } from './shared-secret.ts'
import { findUserByApiKey } from './sql.ts'
import { rememberUser, toActor } from './users.ts'

/**
 * Who calls. On a public route a bad token counts as none at all: the web client sends whatever it has on every
 * request. Source: API contract 3.2, clients 7.
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
      return typeof apiKey === 'string' ? keyHolder(deps, apiKey) : actorOf(deps, authorization)
    }
    default:
      return actorOf(deps, authorization)
  }
}

async function actorOf(deps: Deps, authorization: string | undefined): Promise<Actor> {
  const claims = await deps.identity.verify(bearerIn(authorization))
  const actor = claims && (await rememberUser(deps, claims))
  if (!actor) throw new RegistryError('invalid_credential')
  return actor
}

function bearerIn(authorization: string | undefined): string {
  if (!authorization) throw new RegistryError('missing_credential')
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token) throw new RegistryError('not_bearer')
  return token
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
