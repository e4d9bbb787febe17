import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  Attestation,
  getAttestation as getContract,
  listAttestations as listContract,
} from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { repositoryKey } from '../nodes/repository.ts'
import { findNodeById } from '../nodes/sql.ts'
import { getReadableVersion } from '../nodes/versions/get.ts'
import {
  type AttestationRow,
  findAttestation,
  findLastAttested,
  listAttestations as listRows,
} from '../nodes/versions/origin/sql.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
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
    ...defined({ last_seen: lastSeen }),
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
    ...defined({
      repository_url: row.repository_url || undefined,
      workflow: row.workflow || undefined,
      ref: row.ref || undefined,
      commit: row.commit_id || undefined,
      run_url: row.run_url || undefined,
    }),
    is_of_repository: key !== undefined && key === repositoryKey(repository),
    predicate_type: row.predicate_type,
    signed_at: row.signed_at.toISOString(),
    ...defined({ log_index: row.log_index || undefined }),
    uploaded_at: row.created_at.toISOString(),
  }
}
