import { createHmac } from 'node:crypto'
import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { RepositoryReading } from '@nodeyard/contract/packs'
import { type AddressKey, networkKey } from '../../../ground/address-key.ts'
import { transact } from '../../../ground/db/changes.ts'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { countUp } from '../../../people/identity/embedded/sql.ts'
import { toFinding } from '../../publishing/report.ts'
import type { Deps } from '../deps.ts'
import { findSource } from '../read.ts'
import { readPlace } from './address.ts'
import { readRequested } from './jobs.ts'
import {
  findListed,
  findRequested,
  lockRequests,
  putWaiting,
  type RequestedPlace,
  type RequestedRow,
  type StoredResult,
} from './sql.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** A reading takes minutes at most, so its job was lost. */
const lostMs = hourMs

/** Returns what is known about a repository. */
export async function getRepositoryReading(
  deps: Pick<Deps, 'db' | 'now' | 'requestedSources'>,
  address: string,
): Promise<RepositoryReading> {
  return stateOf(deps, deps.db, readPlace(address))
}

/** Queues a reading of a repository, unless it is listed, waits already, or was read a short while ago. */
export async function requestRepositoryReading(
  deps: Deps,
  caller: AddressKey,
  address: string,
): Promise<RepositoryReading> {
  const place = readPlace(address)
  const before = await stateOf(deps, deps.db, place)
  if (before.state === 'off') throw new RegistryError('repository_readings_off')
  if (before.state === 'host_refused') throw new RegistryError('repository_host_refused')
  if (!isDue(deps, before)) return before
  await assertNotTooMany(deps, caller)
  return transact(deps, async (tx) => {
    const waiting = await lockRequests(tx)
    const now = await stateOf(deps, tx, place)
    if (!isDue(deps, now)) return now
    if (waiting >= limits.waitingRepositories)
      throw new RegistryError('unavailable', { retryAfterSeconds: 60 })
    await putWaiting(tx, place, deps.now())
    const { key, commit } = place
    await deps.jobs.send(tx, readRequested, { key, commit }, { key: `${key}@${commit}` })
    return stateOf(deps, tx, place)
  })
}

/** Whether a request causes a reading. */
function isDue({ now }: Pick<Deps, 'now'>, { state, again_at, requested_at }: RepositoryReading): boolean {
  if (state === 'waiting' || state === 'reading')
    return Date.parse(requested_at ?? '') < now().getTime() - lostMs
  return state !== 'listed' && (again_at === undefined || Date.parse(again_at) <= now().getTime())
}

async function stateOf(
  { now, requestedSources }: Pick<Deps, 'now' | 'requestedSources'>,
  db: DbOrTx,
  place: RequestedPlace,
): Promise<RepositoryReading> {
  const { key, url: repository, commit } = place
  const known = { repository, key, ...defined({ commit: commit || undefined }) }
  const nodeId = await findListed(db, key)
  if (nodeId !== undefined) return { ...known, state: 'listed', node_id: nodeId }
  if (requestedSources.length === 0) return { ...known, state: 'off' }
  if (!(await findSource(requestedSources, { ...place, folder: '' })))
    return { ...known, state: 'host_refused' }
  const since = new Date(now().getTime() - limits.repositoryReadingDays * 24 * hourMs)
  const row = await findRequested(db, place, since)
  return row ? { ...known, ...toWire(row) } : { ...known, state: 'unread' }
}

function toWire(row: RequestedRow): Omit<RepositoryReading, 'repository' | 'key'> {
  const { state, commit_id, committed_at, requested_at, finished_at, failure } = row
  const result = row.result as StoredResult | null
  return {
    state,
    requested_at: requested_at.toISOString(),
    ...defined({
      commit: commit_id ?? undefined,
      committed_at: committed_at?.toISOString(),
      read_at: finished_at?.toISOString(),
      again_at: finished_at ? againAt(finished_at).toISOString() : undefined,
      failure: failure ?? undefined,
      check: result ? { ...result, findings: result.findings.map(toFinding) } : undefined,
    }),
  }
}

const againAt = (finishedAt: Date) =>
  new Date(finishedAt.getTime() + limits.repositoryAgainMinutes * minuteMs)

/** Counts readings of an address and its network, by keyed hashes of them. */
async function assertNotTooMany(
  { db, now, config, uploadKey }: Pick<Deps, 'db' | 'now' | 'config' | 'uploadKey'>,
  caller: AddressKey,
): Promise<void> {
  const { rateLimitFactor: factor } = config
  if (factor === 0) return
  const counts = [
    [`address ${caller}`, limits.repositoryReadingsPerHour],
    [`network ${networkKey(caller)}`, limits.repositoryReadingsOfNetworkPerHour],
  ] as const
  const endsAt = new Date(now().getTime() + hourMs)
  for (const [name, perHour] of counts) {
    const hash = createHmac('sha256', uploadKey).update(`repository ${name}`).digest('base64url')
    const { count, ends_at } = await countUp(db, `repository ${hash}`, { now: now(), endsAt })
    const limit = Math.max(1, Math.round(perHour * factor))
    if (count > limit) {
      const retryAfterSeconds = Math.max(1, Math.ceil((ends_at.getTime() - now().getTime()) / 1000))
      throw new RegistryError('repository_limit', { limit, retryAfterSeconds })
    }
  }
}
