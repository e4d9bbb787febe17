import { compareFindings, type Finding } from '@nodeyard/analysis/ground'
import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { findLastAttested, hasAttested } from '../nodes/versions/origin/sql.ts'
import { findVersion, lockVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import { readFindings, replaceFindings } from './analysis/sql.ts'

type AlarmDeps = Pick<GroundDeps, 'db' | 'changes' | 'now' | 'jobs'>

export const attestationRule = 'attestation-missing'
const graceMs = limits.attestationMinutes * 60_000

/**
 * Warns when a version lacks the attestations that the last attested version had, once there was time to upload them. It
 * never blocks, because people also publish manually on purpose.
 */
export async function findMissingAttestation(
  db: DbOrTx,
  version: Pick<VersionRow, 'id' | 'node_id' | 'created_at'>,
  now: Date,
): Promise<Finding[]> {
  if (now.getTime() < version.created_at.getTime() + graceMs) return []
  const last = await findLastAttested(db, version)
  if (last === undefined) return []
  return [
    {
      issue_type: attestationRule,
      message: `Version ${last} was signed by its build, and this one was not signed by the same signer.`,
      scanner: 'nodeyard',
      rule: attestationRule,
      severity: 'low',
      why: 'The signature proved which build made the archive. A version published with a stolen token looks the same.',
      fix: 'Upload the attestation of this version. If you did not publish it, yank it and revoke your tokens.',
    },
  ]
}

/** Checks once whether a new version got its attestations. */
export const checkAttestations = defineJob({
  name: 'check-attestations',
  payload: Type.Object({ versionId: Type.String() }),
  attempts: 5,
  async run(deps: AlarmDeps, { versionId }) {
    const version = await findVersion(deps.db, versionId)
    if (!version) return
    await transact(deps, async (tx) => {
      const current = await lockVersion(tx, version)
      if (!current?.archive_digest) return
      // The pipeline would replace the finding.
      if (current.status === 'pending') await sendCheck(tx, deps, versionId)
      else if (current.status === 'active' || current.status === 'flagged')
        await settleAttestationAlarm(tx, deps, current)
    })
  },
})

/** Makes sure that a new version is checked if earlier ones have attestations. */
export async function watchAttestations(
  tx: Tx,
  deps: Pick<AlarmDeps, 'now' | 'jobs'>,
  { id, node_id: nodeId }: Pick<VersionRow, 'id' | 'node_id'>,
): Promise<void> {
  if (await hasAttested(tx, nodeId)) await sendCheck(tx, deps, id)
}

async function sendCheck(tx: Tx, { jobs, now }: Pick<AlarmDeps, 'now' | 'jobs'>, versionId: string) {
  const startAfter = new Date(now().getTime() + graceMs)
  await jobs.send(tx, checkAttestations, { versionId }, { startAfter })
}

/** Adds or removes the finding of a locked version. A new one is an event that owners, followers and moderators get. */
export async function settleAttestationAlarm(
  tx: Tx,
  { now }: Pick<AlarmDeps, 'now'>,
  version: VersionRow,
): Promise<void> {
  const found = await readFindings(tx, version.id)
  if (!found) return
  const missing = await findMissingAttestation(tx, version, now())
  const others = found.filter(({ rule }) => rule !== attestationRule)
  const isNew = missing.length > 0 && others.length === found.length
  if (!isNew && missing.length === found.length - others.length) return
  await replaceFindings(tx, version.id, [...others, ...missing].sort(compareFindings))
  markChanged(tx, `node:${version.node_id}`, stepsTag(version.node_id))
  if (!isNew) return
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action: 'version.attestation-missing',
    subject: { kind: 'version', id: version.id },
    after: { node: version.node_id, version: version.version },
    at: now(),
  })
}
