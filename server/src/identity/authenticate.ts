import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@nodeyard/contract/route'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { type Actor, anonymous } from '../permissions.ts'
import { rememberUser } from './users.ts'

/**
 * Who calls. On a public route a bad token counts as none at all: the web client sends whatever it has on every
 * request. Source: API contract 3.2, clients 7.
 */
export async function authenticate(
  deps: Deps,
  access: Access,
  { authorization }: IncomingHttpHeaders,
): Promise<Actor> {
  if (access === 'publish-token' || access === 'upload-address') return anonymous
  if (access === 'public') {
    return authorization ? await actorOf(deps, authorization).catch(asAnonymous) : anonymous
  }
  if (!authorization) throw new RegistryError('missing_credential')
  return actorOf(deps, authorization)
}

async function actorOf(deps: Deps, authorization: string): Promise<Actor> {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token) throw new RegistryError('not_bearer')
  const claims = await deps.identity.verify(token)
  const actor = claims && (await rememberUser(deps, claims))
  if (!actor) throw new RegistryError('invalid_credential')
  return actor
}

function asAnonymous(error: unknown): Actor {
  if (error instanceof RegistryError && error.status === 401) return anonymous
  throw error
}
