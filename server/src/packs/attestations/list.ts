import type {
  Attestation,
  getAttestation as getContract,
  listAttestations as listContract,
} from '@nodeyard/contract/attestations'
import { limits } from '@nodeyard/contract/limits'
import type { ResponseOf } from '@nodeyard/contract/route'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Actor } from '../../ground/permissions.ts'
import { repositoryKey } from '../nodes/repository.ts'
import {
  type AttestationRow,
  findAttestation,
  findLastAttested,
  listAttestations as listRows,
} from '../versions/attestations/sql.ts'
import { getReadableVersion } from '../versions/get.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import { findNodeById } from '../versions/sql.ts'
import type { Deps } from './deps.ts'

type ReadDeps = Pick<Deps, 'db' | 'now'>

export interface VersionPath {
  nodeId: string
  version: string
}

/** Lists the attestations of a version, and the last version that had some if it has none of that signer. */
export async function listAttestations(
  { db, now }: ReadDeps,
  actor: Actor,
  path: VersionPath,
): Promise<ResponseOf<typeof listContract>> {
  const { version, repository } = await getVersion(db, actor, path)
  const isLate = now().getTime() >= version.created_at.getTime() + limits.attestationMinutes * 60_000
  const [rows, lastSeen] = await Promise.all([
    listRows(db, version.id),
    isLate ? findLastAttested(db, version) : undefined,
  ])
  return {
    attestations: rows.map((row) => toAttestation(row, repository)),
    ...(lastSeen === undefined ? {} : { last_seen: lastSeen }),
  }
}

/** Returns one attestation with its bundle. */
export async function getAttestation(
  { db }: ReadDeps,
  actor: Actor,
  path: VersionPath & { attestationId: string },
): Promise<ResponseOf<typeof getContract>> {
  const { version, repository } = await getVersion(db, actor, path)
  const row = await findAttestation(db, version.id, path.attestationId)
  if (!row) throw new RegistryError('attestation_not_found')
  return { ...toAttestation(row, repository), bundle: row.bundle }
}

async function getVersion(db: DbOrTx, actor: Actor, { nodeId, version: number }: VersionPath) {
  const node = await getReadableNode(db, actor, nodeId)
  const version = await getReadableVersion(db, node, number)
  const row = await findNodeById(db, node.id)
  return { version, repository: row?.repository_url ?? '' }
}

/** Translates an attestation to the wire format. */
export function toAttestation(row: AttestationRow, repository: string): Attestation {
  const key = repositoryKey(row.repository_url)
  return {
    id: row.id,
    issuer: row.issuer,
    identity: row.identity,
    ...unlessEmpty('repository_url', row.repository_url),
    ...unlessEmpty('workflow', row.workflow),
    ...unlessEmpty('ref', row.ref),
    ...unlessEmpty('commit', row.commit_id),
    ...unlessEmpty('run_url', row.run_url),
    is_of_repository: key !== undefined && key === repositoryKey(repository),
    predicate_type: row.predicate_type,
    signed_at: row.signed_at.toISOString(),
    ...unlessEmpty('log_index', row.log_index),
    uploaded_at: row.created_at.toISOString(),
  }
}
