import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { PublishedNode, PublishedVersion } from '@nodeyard/contract/packs'
import { nameOf, refusalsOf, wrongVersion } from '@nodeyard/planning/announcement'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { AnnouncedNode } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findPublisher, type PublisherRow, sharePublisher } from '../../people/publishers/sql.ts'
import { touchToken, whyNotOfPublisher } from '../../people/tokens/verify.ts'
import { assertSameNode } from '../nodes/node-id.ts'
import { nodeOfOtherPublisher } from '../nodes/other-publisher.ts'
import { repositoryKey } from '../nodes/repository.ts'
import { assertRepositoryFree } from '../nodes/repository-holders.ts'
import { changeNode, findNodeById, insertNode, lockNode, type NodeRow } from '../nodes/sql.ts'
import { nextNodeStatus } from '../nodes/states.ts'
import { normalizeVersion } from '../nodes/versions/number.ts'
import { deleteOrigin } from '../nodes/versions/origin/sql.ts'
import {
  announceAgain,
  insertVersion,
  lockVersionOfNumber,
  type VersionFacts,
  type VersionRow,
} from '../nodes/versions/sql.ts'
import { stepsTag, versionsTag } from '../nodes/versions/tags.ts'
import { announcedNode } from './announced-node.ts'
import { claimByPublish, lockAddressed, proveForPublish } from './claim-by-publish.ts'
import { type Credential, takeCredential } from './credential.ts'
import type { Deps } from './deps.ts'
import { withOmitted } from './manifest-values.ts'
import { watchAttestations } from './missing-attestation.ts'
import { storeNamedCommit } from './named-commit.ts'
import { storeProvenance } from './provenance.ts'
import { assertSecondFactor } from './second-factor.ts'
import { deleteSteps } from './steps/sql.ts'
import { signUploadAddress } from './upload-address.ts'

export interface PublishRequest {
  publisherId: string
  nodeId: string
  secret: string
  node: PublishedNode
  version: PublishedVersion
  /** A token of an administrator of the repository, which claims an unclaimed node. It is never stored. */
  codeHostToken?: string | undefined
}

export interface Announced {
  signedUrl: string
  version: VersionRow
}

/**
 * Announces a version: creates its node, stores the version as pending and signs an upload URL. Node details
 * wait with the version until it is active. Any refusal rolls everything back. Announcing a version without
 * an archive again issues a new URL.
 */
export async function publishVersion(deps: Deps, request: PublishRequest): Promise<Announced> {
  const { now } = deps
  const token = request.codeHostToken
  const proof = token ? await proveForPublish(deps, request.nodeId, token) : undefined
  const { version, storedTokenId } = await transact(deps, async (tx) => {
    const addressed = await lockForPublish(tx, request, now())
    const isOwn = addressed?.publisher_id === request.publisherId
    const action = isOwn ? 'publish-update' : 'publish-new'
    const credential = await takeCredential(tx, request.secret, { ...request, action }, now())
    if (addressed) await assertSecondFactor(tx, deps, addressed, credential)
    assertSameNode(request.nodeId, request.node.id, 'body.node.id')
    const number = acceptedNumber(request, { isNew: addressed === undefined })
    const existing =
      addressed && !isOwn
        ? await claimByPublish(tx, deps, addressed, { ...request, credential, proof })
        : addressed
    const node = await preparedNode(tx, request, existing, now())
    const about = announcedNode(node.id, request.node)
    await assertRepositoryAllowed(tx, node, about, credential)
    const announced = await announce(tx, deps, { node, number, credential, about }, request.version)
    await deleteOrigin(tx, announced.id)
    await storeProvenance(tx, announced.id, credential.build, now())
    if (existing) await watchAttestations(tx, deps, announced)
    const origin = { node, sent: request.node, build: credential.build }
    await storeNamedCommit(tx, announced.id, origin, now())
    await recordEvent(tx, {
      actor: { kind: 'token', id: credential.tokenId },
      action: 'version.announce',
      subject: { kind: 'version', id: announced.id },
      publisherId: request.publisherId,
      after: { node: node.id, version: number },
      at: now(),
    })
    markChanged(tx, stepsTag(node.id), versionsTag)
    return { version: announced, storedTokenId: credential.build ? undefined : credential.tokenId }
  })
  if (storedTokenId) await touchToken(deps.db, storedTokenId, now())
  const expiresAt = version.upload_expires_at ?? now()
  return { signedUrl: signUploadAddress(deps, { versionId: version.id, expiresAt }), version }
}

/** Checks the token before taking locks, so that outsiders cannot block work on the node. */
async function lockForPublish(
  tx: Tx,
  { publisherId, nodeId, secret }: PublishRequest,
  now: Date,
): Promise<NodeRow | undefined> {
  const refusal = await whyNotOfPublisher(tx, secret, publisherId, now)
  if (!refusal) {
    return assertMayPublish(
      publisherId,
      await sharePublisher(tx, publisherId),
      await lockAddressed(tx, nodeId, publisherId),
    )
  }
  assertMayPublish(publisherId, await findPublisher(tx, publisherId), await findNodeById(tx, nodeId))
  throw refusal
}

/** Checks bans and ownership first, in the order the API contract (12.1) requires. */
function assertMayPublish(
  publisherId: string,
  publisher: PublisherRow | undefined,
  node: NodeRow | undefined,
): NodeRow | undefined {
  if (publisher?.status === 'banned') throw new RegistryError('publisher_banned')
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  // A deleted node cannot be claimed, so its id stays taken after its publisher is gone.
  const isClaimable = node?.publisher_id === unclaimedPublisherId && node.status !== 'deleted'
  if (node && node.publisher_id !== publisherId && !isClaimable) throw nodeOfOtherPublisher(node)
  if (!publisher) throw unknownPublisher(publisherId)
  return node
}

function unknownPublisher(id: string): RegistryError {
  const detail = id.trim() === '' ? 'The publisher id is empty.' : `There is no publisher “${id}”.`
  return new RegistryError('publisher_unknown_for_token', { details: [detail] })
}

/** A version number can be used only once, whatever the status of the version. */
function takenVersion(number: string): RegistryError {
  const detail = `Version ${number} was published before. Raise the version in pyproject.toml and publish again.`
  return new RegistryError('version_taken', { details: [detail] })
}

/** Returns the number of the version. Throws the first reason why the announcement is not accepted. */
function acceptedNumber(request: PublishRequest, { isNew }: { isNew: boolean }): string {
  const number = normalizeVersion(request.version.version)
  const [refusal] = refusalsOf(request, { isNew })
  if (number !== undefined && !refusal) return number
  const { code, field, stated, problem, limit } = refusal ?? wrongVersion(request.version.version)
  throw new RegistryError(code, {
    field,
    message: code === 'invalid_request' ? `${nameOf(stated)} ${problem}` : problem,
    ...(limit === undefined ? {} : { limit }),
  })
}

/** A new or restored node is a draft, so that it stays private. */
async function preparedNode(
  tx: Tx,
  request: PublishRequest,
  existing: NodeRow | undefined,
  now: Date,
): Promise<NodeRow> {
  const status = nextNodeStatus(existing?.status ?? 'none', 'publish')
  if (!existing) return createNode(tx, request, now)
  if (status === existing.status) return existing
  return changeNode(tx, existing.id, { status, was_public: false, updated_at: now })
}

async function createNode(tx: Tx, { nodeId, publisherId }: PublishRequest, now: Date): Promise<NodeRow> {
  const made = await insertNode(tx, {
    id: nodeId,
    publisher_id: publisherId,
    name: nodeId,
    status: 'draft',
    was_public: false,
    created_at: now,
    updated_at: now,
  })
  if (made) return made
  const created = await lockNode(tx, nodeId)
  // A concurrent publish created the node first, possibly for another publisher.
  if (created?.publisher_id !== publisherId) throw new RegistryError('node_of_other_publisher')
  return created
}

/** An early check that tells the publisher. The decision comes when the version becomes active. */
async function assertRepositoryAllowed(
  tx: Tx,
  node: NodeRow,
  { repository_url: address }: AnnouncedNode,
  { build }: Credential,
): Promise<void> {
  if (!address || address === node.repository_url) return
  const isBuiltFrom = build !== undefined && repositoryKey(build.repositoryUrl) === repositoryKey(address)
  const wanted = { address, proof: isBuiltFrom ? ('build' as const) : null }
  await assertRepositoryFree(tx, node, wanted, 'body.node.repository')
}

interface Announcement {
  node: NodeRow
  number: string
  credential: Credential
  about: AnnouncedNode
}

async function announce(
  tx: Tx,
  { now, newId }: Deps,
  { node, number, credential, about }: Announcement,
  sent: PublishedVersion,
): Promise<VersionRow> {
  const expiresAt = new Date(now().getTime() + limits.uploadMinutes * 60_000)
  const facts: VersionFacts & { now: Date } = {
    now: now(),
    changelog: sent.changelog ?? '',
    dependencies: sent.dependencies ?? [],
    deprecated: sent.deprecated ?? false,
    supported_os: sent.supported_os ?? [],
    supported_accelerators: sent.supported_accelerators ?? [],
    supported_comfyui_version: sent.supported_comfyui_version ?? '',
    supported_comfyui_frontend_version: sent.supported_comfyui_frontend_version ?? '',
    announced_digest: sent.sha256 ?? null,
    announced_size: sent.size ?? null,
    upload_expires_at: expiresAt,
    published_by_publisher: credential.publisherId,
    published_by_user: credential.userId,
    announced_by_token: credential.tokenId,
    allowed_failures: sent.allowed_failures ?? [],
    announced_node: JSON.stringify(withOmitted(about, sent)),
  }
  const known = await lockVersionOfNumber(tx, node.id, number)
  if (!known) return insertVersion(tx, { id: newId(), node_id: node.id, version: number, ...facts })
  if (known.status !== 'pending' || known.archive_digest !== null) throw takenVersion(number)
  await deleteSteps(tx, known.id)
  return announceAgain(tx, known.id, facts)
}
