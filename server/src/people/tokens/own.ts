import type { OwnToken } from '@nodeyard/contract/tokens'
import { RegistryError } from '../../ground/errors.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Deps } from './deps.ts'
import { hashOf } from './secret.ts'
import { findListedToken } from './sql.ts'
import { stoppedToken } from './verify.ts'

/** Returns what a publish token allows. Throws unless it is valid now. */
export async function readOwnToken({ db, now }: Pick<Deps, 'db' | 'now'>, secret: string): Promise<OwnToken> {
  const token = await findListedToken(db, hashOf(secret))
  if (!token || (token.expires_at !== null && token.expires_at <= now()))
    throw new RegistryError('invalid_publish_token')
  if (token.loss) throw stoppedToken()
  return {
    publisherId: token.publisher_id,
    name: token.name,
    ...unlessEmpty('createdBy', token.creator ?? ''),
    createdAt: token.created_at.toISOString(),
    ...(token.expires_at ? { expiresAt: token.expires_at.toISOString() } : {}),
    ...(token.node_ids ? { nodes: token.node_ids } : {}),
    actions: token.actions,
  }
}
