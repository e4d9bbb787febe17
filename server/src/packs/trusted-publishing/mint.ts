import { createHash } from 'node:crypto'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import { findLoss } from '../../people/rights/sql.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { nodeOfOtherPublisher } from '../nodes/other-publisher.ts'
import { findNodeById } from '../nodes/sql.ts'
import type { Build } from './build.ts'
import type { Deps } from './deps.ts'
import { matchBuild } from './match.ts'
import {
  changeTrustedPublisher,
  countTrustedTokensSince,
  insertTrustedToken,
  lockTrustedPublishersFor,
  spendCiToken,
  type TrustedPublisherRow,
} from './sql.ts'

export interface MintRequest {
  /** Issued by the CI service. */
  token: string
  publisherId: string
  nodeId: string
}

export interface Minted {
  secret: string
  expiresAt: Date
}

const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * Exchanges a CI token for one that publishes one node once. The CI token is spent only on success, so the
 * publisher can correct the settings and retry after a refusal.
 */
export async function mintToken(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'ciIssuers' | 'config'>,
  { token, publisherId, nodeId }: MintRequest,
): Promise<Minted> {
  const { db, now, newId, ciIssuers, config } = deps
  const { build, expiresAt: spentUntil } = await ciIssuers.verify(token, audienceOf(config))
  const id = newId()
  const secret = trustedSecretOf(newId())
  const at = now()
  const expiresAt = new Date(at.getTime() + limits.trustedTokenMinutes * minuteMs)
  await inTransaction(db, async (tx) => {
    await assertOpen(tx, publisherId, nodeId)
    const trusted = await getTrusted(tx, { publisherId, nodeId }, build)
    const spent = { issuer: build.issuer, token_hash: hashOfSigned(token), expires_at: spentUntil }
    if (!(await spendCiToken(tx, spent))) throw new RegistryError('ci_token_used', { field: 'body.token' })
    await assertNotTooMany(tx, trusted, at)
    await changeTrustedPublisher(tx, trusted.id, {
      repository_id: build.repositoryId,
      repository_owner_id: build.ownerId,
      last_used_at: at,
    })
    await insertTrustedToken(tx, {
      id,
      trusted_publisher_id: trusted.id,
      token_hash: hashOf(secret),
      build: JSON.stringify(build),
      created_at: at,
      expires_at: expiresAt,
    })
    await recordEvent(tx, {
      actor: { kind: 'token', id },
      action: 'trusted-publisher.use',
      subject: { kind: 'trusted-publisher', id: trusted.id },
      publisherId,
      after: { node: trusted.node_id, repository: build.repository, run: build.runUrl },
      at,
    })
  })
  return { secret, expiresAt }
}

/** Returns the audience that CI tokens must name. */
export function audienceOf({ ciAudience, apiUrl }: Pick<Deps['config'], 'ciAudience' | 'apiUrl'>): string {
  return ciAudience ?? apiUrl
}

/** Identifies the kind of a leaked secret. */
const mark = 'nyo_'

const trustedSecretOf = (uuid: string) => mark + uuid

export const isTrustedSecret = (secret: string) => secret.startsWith(mark)

/**
 * Hashes the token without its signature, which some algorithms let others change while it stays valid. This
 * also detects reuse of a token without a `jti`.
 */
function hashOfSigned(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')
}

async function assertOpen(tx: Tx, publisherId: string, nodeId: string): Promise<void> {
  const publisher = await sharePublisher(tx, publisherId)
  if (publisher?.status === 'banned') throw new RegistryError('publisher_banned')
  const node = await findNodeById(tx, nodeId)
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  const isOther = node && node.publisher_id !== publisherId && node.publisher_id !== unclaimedPublisherId
  if (isOther) throw nodeOfOtherPublisher(node)
}

async function getTrusted(
  tx: Tx,
  path: { publisherId: string; nodeId: string },
  build: Build,
): Promise<TrustedPublisherRow> {
  const trusted = await lockTrustedPublishersFor(tx, { ...path, issuer: build.issuer })
  if (trusted.length === 0) {
    throw new RegistryError('trusted_publisher_not_found', {
      message: 'This publisher trusts no build of this CI service for this node.',
    })
  }
  const match = matchBuild(
    trusted.filter((one) => one.loss === null),
    build,
  )
  if ('trusted' in match) {
    const { created_by: userId, publisher_id: publisherId } = match.trusted
    if (!(await findLoss(tx, 'trusted-publisher', { userId, publisherId }))) return match.trusted
  }
  if ('trusted' in match || 'trusted' in matchBuild(trusted, build)) throw stopped()
  throw new RegistryError('trusted_publisher_mismatch', {
    message: `This node does not trust the build. ${match.refusal.join('; ')}`,
    details: match.refusal,
  })
}

function stopped(): RegistryError {
  return new RegistryError('trusted_publisher_mismatch', {
    message:
      'The person who set up this trusted publisher may no longer publish for the publisher. ' +
      'One of its owners can save the trusted publisher again.',
  })
}

async function assertNotTooMany(tx: Tx, { id }: TrustedPublisherRow, at: Date): Promise<void> {
  const given = await countTrustedTokensSince(tx, id, new Date(at.getTime() - hourMs))
  if (given < limits.trustedTokensPerHour) return
  throw new RegistryError('too_many_requests', { limit: limits.trustedTokensPerHour, retryAfterSeconds: 600 })
}
