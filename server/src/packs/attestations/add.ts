import { createHash } from 'node:crypto'
import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import { assertGoodFor, verifyToken, whyNotOfPublisher } from '../../people/tokens/verify.ts'
import { nodeOfOtherPublisher } from '../nodes/other-publisher.ts'
import { repositoryKey } from '../nodes/repository.ts'
import { lockNode, type NodeRow } from '../nodes/sql.ts'
import {
  type AttestationRow,
  deleteCommitMatch,
  findCommitMatch,
  insertAttestation,
  insertCommitMatch,
  listAttestations,
} from '../nodes/versions/origin/sql.ts'
import { lockVersionOfNumber, type VersionRow } from '../nodes/versions/sql.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import { settleAttestationAlarm } from '../publishing/missing-attestation.ts'
import { commitOf } from '../publishing/named-commit.ts'
import { isTrustedSecret } from '../trusted-publishing/mint.ts'
import { lockTokenFor } from '../trusted-publishing/redeem.ts'
import type { Deps } from './deps.ts'
import type { VerifiedBundle } from './verify.ts'

export interface AttestationRequest {
  publisherId: string
  nodeId: string
  /** The number of the version. */
  version: string
  secret: string
  bundle: object
}

export interface AddedAttestation {
  node: NodeRow
  row: AttestationRow
  isNew: boolean
}

/**
 * Verifies a Sigstore bundle and adds it to a version. The token is checked before the bundle, so that only publishers can
 * spend the registry's time.
 */
export async function addAttestation(deps: Deps, request: AttestationRequest): Promise<AddedAttestation> {
  const text = JSON.stringify(request.bundle)
  if (text.length > limits.attestationLength) {
    const message = `This Sigstore bundle cannot be verified: it has more than ${limits.attestationLength} characters.`
    throw new RegistryError('attestation_invalid', { message })
  }
  const digest = await transact(deps, async (tx) => (await lockTarget(tx, deps, request)).digest)
  const verified = await deps.attestationVerifier.verify(request.bundle, digest)
  return transact(deps, async (tx) => {
    const target = await lockTarget(tx, deps, request)
    // An archive can only change while the version is pending.
    if (target.digest !== digest) throw new RegistryError('attestation_of_other_archive')
    return store(tx, deps, target, { text, verified })
  })
}

interface Target {
  node: NodeRow
  version: VersionRow
  digest: string
  tokenId: string
}

/** Locks the version for the token that published it, or for one that can publish updates of the node. */
async function lockTarget(tx: Tx, { now }: Pick<Deps, 'now'>, request: AttestationRequest): Promise<Target> {
  const { secret, publisherId, nodeId } = request
  const refusal = await whyNotOfPublisher(tx, secret, publisherId, now())
  if (refusal) throw refusal
  const publisher = await sharePublisher(tx, publisherId)
  const node = await lockNode(tx, nodeId)
  const use = { publisherId, nodeId }
  const token = isTrustedSecret(secret)
    ? { id: (await lockTokenFor(tx, secret, use, now())).id }
    : await verifyToken(tx, secret, use, now())
  if (publisher?.status === 'banned') throw new RegistryError('publisher_banned')
  if (node?.status === 'banned') throw new RegistryError('node_banned')
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  if (node.publisher_id !== publisherId) throw nodeOfOtherPublisher(node)
  const version = await lockVersionOfNumber(tx, node.id, request.version)
  if (!version || version.status === 'deleted' || version.status === 'banned')
    throw new RegistryError('version_not_found')
  if (version.announced_by_token !== token.id) {
    // A CI job's token is for one version only.
    if (!('actions' in token)) throw new RegistryError('publish_token_out_of_scope')
    assertGoodFor(token, { ...use, action: 'publish-update' }, now())
  }
  if (version.archive_digest === null) throw new RegistryError('version_has_no_archive')
  return { node, version, digest: version.archive_digest, tokenId: token.id }
}

async function store(
  tx: Tx,
  deps: Deps,
  { node, version, digest, tokenId }: Target,
  { text, verified }: { text: string; verified: VerifiedBundle },
): Promise<AddedAttestation> {
  const bundleDigest = createHash('sha256').update(text).digest('hex')
  const existing = await listAttestations(tx, version.id)
  const same = existing.find(({ bundle_digest }) => bundle_digest === bundleDigest)
  if (same) return { node, row: same, isNew: false }
  if (existing.length >= limits.attestationsPerVersion) throw new RegistryError('too_many_attestations')
  const row = await insertAttestation(tx, {
    id: deps.newId(),
    version_id: version.id,
    archive_digest: digest,
    bundle_digest: bundleDigest,
    bundle: text,
    issuer: verified.issuer,
    identity: verified.identity,
    repository_url: verified.repositoryUrl,
    workflow: verified.workflow,
    ref: verified.ref,
    commit_id: verified.commit,
    run_url: verified.runUrl,
    predicate_type: verified.predicateType,
    signed_at: verified.signedAt,
    log_index: verified.logIndex,
    created_at: deps.now(),
  })
  if (!row) throw new Error('A locked version got the same attestation twice.')
  await nameCommit(tx, deps, { node, version }, verified)
  await settleAttestationAlarm(tx, deps, version)
  await recordEvent(tx, {
    actor: { kind: 'token', id: tokenId },
    action: 'version.attest',
    subject: { kind: 'version', id: version.id },
    publisherId: node.publisher_id,
    after: { node: node.id, version: version.version, issuer: row.issuer, identity: row.identity },
    at: deps.now(),
  })
  markChanged(tx, `node:${node.id}`, stepsTag(node.id))
  return { node, row, isNew: true }
}

/**
 * A signed commit of the pack's own repository is compared with the archive, unless the CI job that published the version
 * named one. Builds of other repositories must not replace that comparison.
 */
async function nameCommit(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { node, version }: { node: NodeRow; version: VersionRow },
  { repositoryUrl, commit }: VerifiedBundle,
): Promise<void> {
  const address = version.announced_node?.repository_url ?? node.repository_url
  const named = commitOf(repositoryUrl, { commit, namedBy: 'attestation', address })
  if (!named || named.repository_key !== repositoryKey(address)) return
  if ((await findCommitMatch(tx, version.id))?.named_by === 'build') return
  await deleteCommitMatch(tx, version.id)
  await insertCommitMatch(tx, { version_id: version.id, ...named, due_at: now() })
}
