import { isDeepStrictEqual } from 'node:util'
import { limits } from '@nodeyard/contract/limits'
import type { PublishedNode, PublishedVersion } from '@nodeyard/contract/versions'
import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { freeRepository } from '../nodes/free-repository.ts'
import { assertNewNodeId, assertNodeId, assertSameNode } from '../nodes/node-id.ts'
import { changeNode, insertNode, type NodeChange, type NodeRow } from '../nodes/sql.ts'
import { nextNodeStatus } from '../nodes/states.ts'
import { findPublisher, type PublisherRow, sharePublisher } from '../publishers/sql.ts'
import { reindexNodes } from '../search/reindex.ts'
import { touchToken } from '../tokens/verify.ts'
import { normalizeVersion } from '../versions/number.ts'
import { findNodeById, lockNode, lockVersionOfNumber } from '../versions/sql.ts'
import { stepsTag, versionsTag } from '../versions/tags.ts'
import { type Credential, takeCredential, whyNotOfPublisher } from './credential.ts'
import { replaceProvenance } from './provenance.ts'
import { announceAgain, deleteSteps, insertVersion, type VersionFacts, type VersionRow } from './sql.ts'
import { signUploadAddress } from './upload-address.ts'

export interface PublishRequest {
  publisherId: string
  nodeId: string
  secret: string
  node: PublishedNode
  version: PublishedVersion
}

export interface Announced {
  signedUrl: string
  version: VersionRow
}

/**
 * Announces a version: makes or updates its node, stores the version as pending, signs an address for its archive.
 * Nothing is stored when any of it is refused. Announcing a version again that has no archive gives a new address.
 */
export async function publishVersion(deps: Deps, request: PublishRequest): Promise<Announced> {
  const { now } = deps
  const { version, storedTokenId } = await transact(deps, async (tx) => {
    const existing = await lockForPublish(tx, request, now())
    const action = existing ? 'publish-update' : 'publish-new'
    const credential = await takeCredential(tx, request.secret, { ...request, action }, now())
    assertAddressed(request)
    const number = versionNumber(request.version.version)
    const node = existing ?? (await createNode(tx, request, now()))
    const isChanged = await applyToNode(tx, deps, node, request.node)
    const announced = await announce(tx, deps, { node, number, credential }, request.version)
    await replaceProvenance(tx, announced.id, credential.build, now())
    await recordEvent(tx, {
      actor: { kind: 'token', id: credential.tokenId },
      action: 'version.announce',
      subject: { kind: 'version', id: announced.id },
      publisherId: request.publisherId,
      after: { node: node.id, version: number },
      at: now(),
    })
    if (isChanged || !existing) {
      await reindexNodes(tx, [node.id], now())
      markChanged(tx, `node:${node.id}`, 'nodes')
    }
    markChanged(tx, stepsTag(node.id), versionsTag)
    return { version: announced, storedTokenId: credential.build ? undefined : credential.tokenId }
  })
  if (storedTokenId) await touchToken(deps.db, storedTokenId, now())
  const expiresAt = version.upload_expires_at ?? now()
  return { signedUrl: signUploadAddress(deps, { versionId: version.id, expiresAt }), version }
}

/** Who has no token of the publisher locks nothing: a stranger's calls hold up nobody who works on the node. */
async function lockForPublish(
  tx: Tx,
  { publisherId, nodeId, secret }: PublishRequest,
  now: Date,
): Promise<NodeRow | undefined> {
  const refusal = await whyNotOfPublisher(tx, secret, publisherId, now)
  if (!refusal) {
    return assertMayPublish(publisherId, await sharePublisher(tx, publisherId), await lockNode(tx, nodeId))
  }
  assertMayPublish(publisherId, await findPublisher(tx, publisherId), await findNodeById(tx, nodeId))
  throw refusal
}

/** In the order of the API contract 12.1: who is banned or does not own the node hears that before anything else. */
function assertMayPublish(
  publisherId: string,
  publisher: PublisherRow | undefined,
  node: NodeRow | undefined,
): NodeRow | undefined {
  if (publisher?.status === 'banned') throw new RegistryError('publisher_banned')
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  if (node && node.publisher_id !== publisherId) throw new RegistryError('node_of_other_publisher')
  if (!publisher) throw unknownPublisher(publisherId)
  return node
}

function unknownPublisher(id: string): RegistryError {
  const detail = id.trim() === '' ? 'The publisher id is empty.' : `There is no publisher “${id}”.`
  return new RegistryError('publisher_unknown_for_token', { details: [detail] })
}

/** The number of a version is used once, whatever became of the version. */
function takenVersion(number: string): RegistryError {
  const detail = `Version ${number} was published before. Raise the version in pyproject.toml and publish again.`
  return new RegistryError('version_taken', { details: [detail] })
}

function assertAddressed({ nodeId, node }: PublishRequest): void {
  assertSameNode(nodeId, node.id, 'body.node.id')
  assertNodeId(nodeId, 'path.nodeId')
}

function versionNumber(text: string): string {
  const number = normalizeVersion(text)
  if (!number) throw new RegistryError('version_invalid', { field: 'body.node_version.version' })
  return number
}

async function createNode(
  tx: Tx,
  { nodeId, publisherId, node }: PublishRequest,
  now: Date,
): Promise<NodeRow> {
  assertNewNodeId(nodeId, 'path.nodeId')
  const name = node.name?.trim() || nodeId
  await insertNode(tx, { id: nodeId, publisher_id: publisherId, name, created_at: now, updated_at: now })
  const created = await lockNode(tx, nodeId)
  // Somebody else was faster, and it need not have been this publisher.
  if (created?.publisher_id !== publisherId) throw new RegistryError('node_of_other_publisher')
  return created
}

/**
 * A missing key or null keeps what the node has; an empty text is what the author says. Says whether the node is
 * another one now. Source: clients 4.1.
 */
async function applyToNode(tx: Tx, deps: Deps, node: NodeRow, sent: PublishedNode): Promise<boolean> {
  const change: NodeChange = {
    // Publishing to a deleted node brings it back, with the new version only. Source: API contract 28.1.
    status: nextNodeStatus(node.status, 'publish'),
    ...given('name', sent.name === undefined || sent.name === null ? undefined : sent.name.trim() || node.id),
    ...given('description', sent.description),
    ...given('author', sent.author),
    ...given('license', sent.license),
    ...given('icon_url', pictureAddress('icon', sent.icon)),
    ...given('banner_url', pictureAddress('banner_url', sent.banner_url)),
    ...given('tags', sent.tags),
    ...given('supported_os', sent.supported_os),
    ...given('supported_accelerators', sent.supported_accelerators),
    ...given('supported_comfyui_version', sent.supported_comfyui_version),
    ...given('supported_comfyui_frontend_version', sent.supported_comfyui_frontend_version),
  }
  if (sent.repository !== undefined && sent.repository !== null) {
    Object.assign(change, await freeRepository(tx, deps, node, sent.repository, 'body.node.repository'))
  }
  const names = Object.keys(change) as (keyof NodeChange)[]
  if (names.every((name) => isDeepStrictEqual(change[name], node[name]))) return false
  await changeNode(tx, node.id, { ...change, updated_at: deps.now() })
  return true
}

function given<Name extends keyof NodeChange>(name: Name, value: NodeChange[Name] | null | undefined) {
  return value === undefined || value === null ? {} : { [name]: value }
}

function pictureAddress(field: string, value: string | null | undefined): string | null | undefined {
  const address = value?.trim()
  if (address && !/^https?:\/\/[^\s]+$/i.test(address)) {
    throw new RegistryError('invalid_request', {
      message: `node.${field} must be an http(s) address, or empty`,
      field: `body.node.${field}`,
    })
  }
  return address ?? value
}

async function announce(
  tx: Tx,
  { now, newId }: Deps,
  { node, number, credential }: { node: NodeRow; number: string; credential: Credential },
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
  }
  const known = await lockVersionOfNumber(tx, node.id, number)
  if (!known) return insertVersion(tx, { id: newId(), node_id: node.id, version: number, ...facts })
  if (known.status !== 'pending' || known.archive_digest !== null) throw takenVersion(number)
  await deleteSteps(tx, known.id)
  return announceAgain(tx, known.id, facts)
}
