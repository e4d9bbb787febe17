import { defined } from '@nodeyard/contract/ground'
import type { AdvisoryFields, AdvisoryRange } from '@nodeyard/contract/safety'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { lockNode } from '../../packs/nodes/sql.ts'
import { advisoriesTag } from '../../packs/nodes/tags.ts'
import { refreshLatestVersion } from '../../packs/nodes/versions/latest.ts'
import { isHigher } from '../../packs/nodes/versions/number.ts'
import type { Deps } from './deps.ts'
import { issueIfDue } from './kill-list.ts'
import {
  type AdvisoryRow,
  changeAdvisory,
  findAdvisory,
  findNodeId,
  highestNumberOf,
  insertAdvisory,
  insertRevision,
  listHitNodes,
  listHits,
  lockAdvisories,
} from './sql.ts'

type PublishDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

/** Publishes an advisory and returns its id. Installs it refuses are refused as soon as the transaction commits. */
export function publishAdvisory(
  deps: PublishDeps,
  admin: UserActor,
  { node_id, ...fields }: AdvisoryFields & { node_id: string },
): Promise<string> {
  assertHitsSomething(fields)
  return transact(deps, async (tx) => {
    const nodeId = await findNodeId(tx, node_id)
    if (nodeId === undefined) throw new RegistryError('node_not_found', { field: 'body.node_id' })
    await lockAdvisories(tx)
    const now = deps.now()
    const year = now.getUTCFullYear()
    const number = (await highestNumberOf(tx, year)) + 1
    const id = `NYSA-${year}-${String(number).padStart(4, '0')}`
    await lockNodes(tx, await nodesToHit(tx, nodeId, fields))
    await insertAdvisory(tx, {
      id,
      node_id: nodeId,
      ...toRow(fields),
      revision: 1,
      published_at: now,
      updated_at: now,
    })
    await insertRevision(tx, revisionOf(id, 1, admin, fields, now))
    await settle(tx, deps, { admin, action: 'advisory.publish', id, nodeId, after: summaryOf(fields) })
    return id
  })
}

/** Replaces the content of an advisory. Earlier revisions are kept. */
export function updateAdvisory(
  deps: PublishDeps,
  admin: UserActor,
  advisoryId: string,
  fields: AdvisoryFields,
): Promise<string> {
  assertHitsSomething(fields)
  return transact(deps, async (tx) => {
    const { id, node_id, revision, ...before } = await lockOpenAdvisory(tx, advisoryId)
    const hitBefore = await listHitNodes(tx, id)
    await lockNodes(tx, [...hitBefore, ...(await nodesToHit(tx, node_id, fields))])
    await changeAdvisory(tx, id, { ...toRow(fields), revision: revision + 1, updated_at: deps.now() })
    await insertRevision(tx, revisionOf(id, revision + 1, admin, fields, deps.now()))
    await settle(tx, deps, {
      admin,
      action: 'advisory.update',
      id,
      nodeId: node_id,
      before: { severity: before.severity, title: before.title, refuses_installs: before.refuses_installs },
      after: summaryOf(fields),
      hitBefore,
    })
    return id
  })
}

/** Withdraws an advisory. Its versions can be installed again, unless another advisory refuses them. */
export function withdrawAdvisory(
  deps: PublishDeps,
  admin: UserActor,
  advisoryId: string,
  reason: string,
): Promise<string> {
  return transact(deps, async (tx) => {
    const { id, node_id } = await lockOpenAdvisory(tx, advisoryId)
    await lockNodes(tx, await listHitNodes(tx, id))
    const now = deps.now()
    await changeAdvisory(tx, id, { withdrawn_at: now, withdrawal_reason: reason.trim(), updated_at: now })
    await settle(tx, deps, {
      admin,
      action: 'advisory.withdraw',
      id,
      nodeId: node_id,
      after: { reason: reason.trim() },
    })
    return id
  })
}

async function lockOpenAdvisory(tx: Tx, advisoryId: string): Promise<AdvisoryRow> {
  await lockAdvisories(tx)
  const advisory = await findAdvisory(tx, advisoryId)
  if (!advisory) throw new RegistryError('advisory_not_found')
  if (advisory.withdrawn_at) throw new RegistryError('advisory_withdrawn')
  return advisory
}

/** Locks nodes before their versions and in one order; see `lockNode`. */
async function lockNodes(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockNode(tx, id)
}

async function nodesToHit(tx: Tx, nodeId: string, fields: AdvisoryFields): Promise<string[]> {
  const { versions, ranges, file_digests: fileDigests, archive_digests: archiveDigests } = fields
  const hits = await listHits(tx, { nodeId, versions, ranges, fileDigests, archiveDigests })
  return [nodeId, ...hits.map(({ node_id }) => node_id)]
}

interface Settled {
  admin: UserActor
  action: string
  id: string
  nodeId: string
  before?: object
  after: object
  hitBefore?: readonly string[]
}

/** Updates everything that depends on an advisory: latest versions, search, caches, the kill list and the log. */
async function settle(
  tx: Tx,
  deps: PublishDeps,
  { admin, action, id, nodeId, ...more }: Settled,
): Promise<void> {
  const { before, after, hitBefore = [] } = more
  const nodeIds = [...new Set([...hitBefore, ...(await listHitNodes(tx, id))])].sort()
  let publisherId: string | undefined
  for (const hit of nodeIds) {
    const node = await lockNode(tx, hit)
    if (node?.id === nodeId) publisherId = node.publisher_id
    if (node?.status !== 'deleted') await refreshLatestVersion(tx, hit, deps.now())
    markChanged(tx, `node:${hit}`)
  }
  markChanged(tx, 'nodes', advisoriesTag)
  await issueIfDue(tx, deps)
  await recordEvent(tx, {
    actor: admin,
    action,
    subject: { kind: 'advisory', id },
    ...defined({ publisherId, before }),
    after: { node: nodeId, ...after },
    at: deps.now(),
  })
}

function toRow({ references, ranges, ...fields }: AdvisoryFields) {
  return {
    severity: fields.severity,
    title: fields.title.trim(),
    details: fields.details,
    remedy: fields.remedy,
    aliases: fields.aliases,
    reference_urls: references,
    versions: fields.versions,
    ranges: JSON.stringify(ranges),
    file_digests: fields.file_digests,
    archive_digests: fields.archive_digests,
    refuses_installs: fields.refuses_installs,
  }
}

function revisionOf(id: string, revision: number, admin: UserActor, fields: AdvisoryFields, at: Date) {
  return { advisory_id: id, revision, at, admin_id: admin.id, content: JSON.stringify(fields) }
}

const summaryOf = ({ severity, title, refuses_installs }: AdvisoryFields) => ({
  severity,
  title,
  refuses_installs,
})

function assertHitsSomething(fields: AdvisoryFields): void {
  const { versions, ranges, archive_digests, file_digests } = fields
  assertRanges(ranges)
  if (versions.length + ranges.length + archive_digests.length + file_digests.length === 0) {
    throw new RegistryError('advisory_hits_nothing', { field: 'body' })
  }
}

/** Throws for a range that ends before it starts, or has two ends. */
export function assertRanges(ranges: readonly AdvisoryRange[]): void {
  for (const [place, { introduced, fixed, last_affected }] of ranges.entries()) {
    const isTwice = fixed !== undefined && last_affected !== undefined
    const isEmpty =
      (fixed !== undefined && !isHigher(fixed, introduced)) ||
      (last_affected !== undefined && isHigher(introduced, last_affected))
    if (isTwice || isEmpty) {
      throw new RegistryError('advisory_range_invalid', { field: `body.ranges.${place}` })
    }
  }
}
