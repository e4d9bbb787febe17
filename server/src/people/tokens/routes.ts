import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/people'
import { RegistryError } from '../../ground/errors.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { getOwnedPublisher } from '../publishers/owner.ts'
import { toStopReason } from '../rights/credentials.ts'
import { createToken } from './create.ts'
import type { Deps } from './deps.ts'
import { readOwnToken } from './own.ts'
import { revokeToken } from './revoke.ts'
import { type ListedToken, listTokensOf } from './sql.ts'

const shownRevokedMs = limits.revokedTokenDays * 86_400_000

/** Mounts the routes of publish tokens. Source: API contract 10. */
export function mountTokens(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listTokens, async ({ params, query, actor }) => {
    const publisher = await getOwnedPublisher(deps.db, params.publisherId, actor)
    const revokedSince = query.include_revoked ? new Date(deps.now().getTime() - shownRevokedMs) : undefined
    return (await listTokensOf(deps.db, publisher.id, revokedSince)).map(toWire)
  })
  mount(app, contract.createToken, async ({ params, body, actor }) => ({
    token: await createToken(deps, userOf(actor), params.publisherId, body),
  }))
  mount(app, contract.getOwnToken, ({ actor }) => {
    if (actor.kind !== 'publish-token') throw new RegistryError('invalid_publish_token')
    return readOwnToken(deps, actor.secret)
  })
  mount(app, contract.deleteToken, async ({ params, actor }) => {
    await revokeToken(deps, userOf(actor), params)
    return null
  })
}

function toWire(row: ListedToken): contract.PersonalAccessToken {
  const { id, name, description, created_at, token_prefix, expires_at, last_used_at } = row
  return {
    id,
    name,
    description,
    createdAt: created_at.toISOString(),
    token: `${token_prefix}***`,
    ...defined({
      expiresAt: expires_at?.toISOString(),
      lastUsedAt: last_used_at?.toISOString(),
      nodes: row.node_ids ?? undefined,
    }),
    actions: row.actions,
    ...defined({
      createdBy: row.creator || undefined,
      revokedAt: row.revoked_at?.toISOString(),
      revokedBy: row.revoker || undefined,
    }),
    ...toStopReason(row.revoked_because ?? row.loss),
  }
}
