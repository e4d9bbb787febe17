import { defined } from '@nodeyard/contract/ground'
import type { OwnToken } from '@nodeyard/contract/people'
import { RegistryError } from '../../ground/errors.ts'
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
    ...defined({ createdBy: token.creator || undefined }),
    createdAt: token.created_at.toISOString(),
    ...defined({ expiresAt: token.expires_at?.toISOString(), nodes: token.node_ids ?? undefined }),
    actions: token.actions,
  }
}
