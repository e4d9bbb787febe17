import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { limits } from '@nodeyard/contract/limits'
import pLimit from 'p-limit'
import type { AddressKey } from '../../ground/address-key.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { archiveKey, DigestMismatch, type StagedBlob, TooManyBytes } from '../../ground/blobs/store.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Loss } from '../../people/rights/credentials.ts'
import { findUploadLoss, findUploadLossFor } from '../../people/rights/sql.ts'
import { lockNode } from '../nodes/sql.ts'
import { changeVersion, findVersion, lockVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { stepsTag, versionsTag } from '../nodes/versions/tags.ts'
import { AnalysisExhausted } from './analyst.ts'
import { insertArchive, lockArchive } from './archives/sql.ts'
import type { Deps } from './deps.ts'
import { dropArchive } from './drop-archive.ts'
import { processVersion } from './jobs.ts'
import { withLocalCopy } from './local-copy.ts'
import type { Uploader } from './queue/sql.ts'
import type { RunningUploads } from './running-uploads.ts'
import { failStep, passStep, startStep } from './steps/sql.ts'
import { identifyUploader, joinQueue } from './turn.ts'
import { isSignedByUs } from './upload-address.ts'

export interface Upload {
  versionId: string
  expires: string
  signature: string
  /** Undefined when the client did not announce it. */
  contentLength: number | undefined
  address: AddressKey
  body: AsyncIterable<Uint8Array>
}

/**
 * Receives the archive of an announced version: streams it to the store, counts and hashes it, and checks its
 * structure during the upload, so that the uploader gets any refusal. A refused upload is removed, and the
 * version can be announced again.
 */
export async function receiveArchive(
  deps: Deps,
  running: RunningUploads,
  upload: Upload,
): Promise<{ sha256: string; size: number }> {
  return running.run(
    () => findExpected(deps, upload),
    upload.body,
    (version, body, signal) => receiveExpected(deps, version, { ...upload, body }, signal),
  )
}

async function receiveExpected(
  deps: Deps,
  { uploader, ...version }: ExpectedVersion,
  upload: Upload,
  signal: AbortSignal,
): Promise<{ sha256: string; size: number }> {
  const staged = await stage(deps, upload, signal)
  try {
    await assertAsAnnounced(deps, version, staged, uploader)
    await accept(deps, { ...upload, uploader }, staged)
    return { sha256: staged.sha256, size: staged.size }
  } finally {
    await deps.blobs.discard(staged.stagingKey).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'staged upload left to the sweep')
    })
  }
}

type ExpectedVersion = VersionRow & { uploader: Uploader }

async function findExpected(deps: Deps, upload: Upload): Promise<ExpectedVersion> {
  const version = await findAwaiting(deps, upload)
  return { ...version, uploader: await identifyUploader(deps, version, upload.address) }
}

async function findAwaiting(deps: Deps, upload: Upload): Promise<VersionRow> {
  const { versionId, expires, contentLength } = upload
  const isAlive = isSignedByUs(deps, upload) && Number(expires) > deps.now().getTime()
  const version = isAlive ? await findVersion(deps.db, versionId) : undefined
  if (!version) throw new RegistryError('upload_address_invalid')
  assertAwaiting(version, expires)
  assertEntitled(await findUploadLoss(deps.db, version.announced_by_token))
  if (contentLength === undefined) return version
  if (contentLength > limits.archiveBytes) {
    throw new RegistryError('archive_too_large', { limit: limits.archiveBytes })
  }
  if (version.announced_size !== null && version.announced_size !== contentLength) {
    throw new RegistryError('upload_size_mismatch', { limit: version.announced_size })
  }
  return version
}

/** A repeated announcement voids the older upload URL. */
function assertAwaiting(version: VersionRow, expires: string): void {
  if (version.archive_digest !== null || version.status !== 'pending') {
    throw new RegistryError('upload_already_received')
  }
  if (version.upload_expires_at?.getTime() !== Number(expires)) {
    throw new RegistryError('upload_address_invalid')
  }
}

async function stage({ blobs }: Deps, { body }: Upload, signal: AbortSignal): Promise<StagedBlob> {
  try {
    return await blobs.stage(body, { maxBytes: limits.archiveBytes, signal })
  } catch (error) {
    if (error instanceof TooManyBytes) {
      throw new RegistryError('archive_too_large', { limit: limits.archiveBytes })
    }
    if ((error as { code?: string }).code === 'ECONNRESET') throw new RegistryError('upload_incomplete')
    throw error
  }
}

async function assertAsAnnounced(
  deps: Deps,
  version: VersionRow,
  staged: StagedBlob,
  uploader: Uploader,
): Promise<void> {
  if (staged.size === 0) throw new RegistryError('upload_empty')
  if (version.announced_size !== null && version.announced_size !== staged.size) {
    throw new RegistryError('upload_size_mismatch', { limit: version.announced_size })
  }
  if (version.announced_digest !== null && version.announced_digest !== staged.sha256) {
    throw new RegistryError('upload_digest_mismatch', {
      details: [`announced ${version.announced_digest}`, `received ${staged.sha256}`],
    })
  }
  try {
    await withLocalCopy(deps.blobs, staged, (path) => deps.analyst.checkStructure(path, { uploader }))
  } catch (error) {
    if (error instanceof DigestMismatch) {
      deps.log.error({ err: error }, 'the blob store returns other bytes than it received')
      throw new RegistryError('unavailable')
    }
    if (!(error instanceof ArchiveRefusal || error instanceof AnalysisExhausted)) throw error
    await noteRefusal(deps, version, error)
    throw error instanceof ArchiveRefusal ? asRegistryError(error) : tooExpensive(error)
  }
}

function tooExpensive({ message }: AnalysisExhausted): RegistryError {
  return new RegistryError('archive_refused', {
    message: `${message} Pack fewer files, or pack the archive again with another tool.`,
    details: ['too_expensive'],
  })
}

/** Stores the error of the upload so that the publisher can read it later. */
async function noteRefusal(
  deps: Deps,
  { id: versionId, node_id }: VersionRow,
  refusal: Error,
): Promise<void> {
  await transact(deps, async (tx) => {
    await startStep(tx, { versionId, step: 'received' }, deps.now())
    await failStep(tx, { versionId, step: 'received' }, { failure: refusal.message, givenUp: true })
    markChanged(tx, stepsTag(node_id))
  })
}

/** Translates an archive refusal to an API error. */
export function asRegistryError({ code, message, path, limit }: ArchiveRefusal): RegistryError {
  return new RegistryError(code === 'too_large' ? 'archive_too_large' : 'archive_refused', {
    message,
    details: [code],
    ...(path === undefined ? {} : { field: path.slice(0, 500) }),
    ...(limit === undefined ? {} : { limit }),
  })
}

interface IdentifiedUpload extends Upload {
  uploader: Uploader
}

/** A concurrent sweep removes an archive at most once in practice. */
const maxAttempts = 3

/**
 * Copies outside of a transaction, because the store can be slow. The sweep can remove the archive before the
 * database records it; then it is copied again.
 */
async function accept(deps: Deps, upload: IdentifiedUpload, staged: StagedBlob): Promise<void> {
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await deps.blobs.keep(staged.stagingKey, staged.sha256)
      if (await inTurn(take, deps, upload, staged)) return
    }
    throw new RegistryError('unavailable')
  } catch (error) {
    await dropUnlessKnown(deps, staged.sha256)
    throw error
  }
}

async function dropUnlessKnown(deps: Deps, digest: string): Promise<void> {
  await inTransaction(deps.db, (tx) => deps.jobs.send(tx, dropArchive, { digest })).catch((error: unknown) =>
    deps.log.warn({ err: error, digest }, 'archive left to the sweep'),
  )
}

/**
 * Limits concurrent transactions that wait for the store, so that other requests get database connections.
 */
const inTurn = pLimit(2)

/** Returns false when the archive is gone. */
async function take(
  deps: Deps,
  { versionId, expires, uploader }: IdentifiedUpload,
  staged: StagedBlob,
): Promise<boolean> {
  const { now } = deps
  return transact(deps, async (tx) => {
    await lockArchive(tx, staged.sha256)
    if (!(await deps.blobs.stat(archiveKey(staged.sha256)))) return false
    const announced = await assertStillAllowed(tx, versionId)
    const version = announced && (await lockVersion(tx, announced))
    if (!version) throw new RegistryError('upload_address_invalid')
    assertAwaiting(version, expires)
    await insertArchive(tx, staged.sha256, staged.size, now())
    await changeVersion(tx, versionId, { archive_digest: staged.sha256, updated_at: now() })
    await passStep(tx, { versionId, step: 'received' }, now())
    await recordEvent(tx, {
      actor: { kind: 'service', id: 'upload' },
      action: 'version.receive',
      subject: { kind: 'version', id: versionId },
      after: { sha256: staged.sha256, size: staged.size },
      at: now(),
    })
    await deps.jobs.send(tx, processVersion, { versionId }, await joinQueue(tx, versionId, uploader, now()))
    // The version now counts among its node's versions.
    markChanged(tx, `node:${version.node_id}`, stepsTag(version.node_id), versionsTag)
    return true
  })
}

/**
 * Detects a ban or a transfer between announcement and upload. Locks the node before its versions, in the
 * usual order.
 */
async function assertStillAllowed(tx: Tx, versionId: string): Promise<VersionRow | undefined> {
  const announced = await findVersion(tx, versionId)
  const node = announced && (await lockNode(tx, announced.node_id))
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  if (node?.publisher_id !== announced?.published_by_publisher)
    throw new RegistryError('node_of_other_publisher')
  if (announced) assertEntitled(await findUploadLossFor(tx, announced.announced_by_token))
  return announced
}

/** The upload URL ends with its token and with the rights of the token's creator. */
function assertEntitled(loss: Loss | undefined): void {
  if (loss) throw new RegistryError('upload_address_invalid')
}
