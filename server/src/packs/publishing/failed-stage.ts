import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import type { Finding } from '@nodeyard/analysis/ground'
import type { PipelineStep } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { changeVersion, findVersion, lockVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { stepsTag, versionsTag } from '../nodes/versions/tags.ts'
import { readFindings, replaceFindings } from './analysis/sql.ts'
import { AnalysisExhausted } from './analyst.ts'
import type { Deps } from './deps.ts'
import { dropArchive } from './drop-archive.ts'
import { withExhausted } from './exhausted-analysis.ts'
import { flag } from './flag.ts'
import { countOwnFailure } from './queue/sql.ts'
import { withRefusal } from './refused-archive.ts'
import { announced } from './steps/announced.ts'
import { deleteSteps, failStep, giveUpSteps, startStep } from './steps/sql.ts'
import { storeWithoutInspection } from './store-inspection.ts'
import { judge, storeVerdict } from './verdict.ts'

/** Stores why a step of the pipeline failed. Throws when another attempt can help; otherwise returns how the run ends. */
export async function failStage(
  { deps, version, left: [step] }: { deps: Deps; version: VersionRow; left: readonly PipelineStep[] },
  error: unknown,
): Promise<'done' | 'goes last'> {
  if (!step) throw error
  if (error instanceof ArchiveRefusal) {
    await refuse(deps, version, step, error)
    return 'done'
  }
  if (error instanceof AnalysisExhausted) return failOfItself(deps, version, step, error)
  const key = { versionId: version.id, step }
  await announced(deps, version, (tx) => failStep(tx, key, { failure: describe(error), givenUp: false }))
  throw error
}

/**
 * Retries an archive that exceeds the limits of the analysis twice, the last time behind everything else. After that, a
 * moderator decides, and the publisher can see which file was the cause.
 */
async function failOfItself(
  deps: Deps,
  version: VersionRow,
  step: PipelineStep,
  error: AnalysisExhausted,
): Promise<'done' | 'goes last'> {
  const key = { versionId: version.id, step }
  const failures = await announced(deps, version, async (tx) => {
    await failStep(tx, key, { failure: error.message, givenUp: false })
    return countOwnFailure(tx, version.id, deps.now())
  })
  if (failures < maxOwnFailures - 1) throw error
  if (failures < maxOwnFailures) return 'goes last'
  await hold(deps, version, step, error)
  return 'done'
}

/** Earlier failures can be accidental, because other archives and requests share the machine. */
export const maxOwnFailures = 3

async function hold(
  deps: Deps,
  version: VersionRow,
  step: PipelineStep,
  error: AnalysisExhausted,
): Promise<void> {
  await transact(deps, async (tx) => {
    const current = await lockVersion(tx, version)
    if (current?.status !== 'pending' || current.archive_digest !== version.archive_digest) return
    await flagAtStep(tx, deps, version, {
      step,
      failure: error.message,
      add: (found) => withExhausted(found, error),
    })
  })
}

/** Flags a version whose pipeline ends at a step, with its earlier findings and the reason. */
async function flagAtStep(
  tx: Tx,
  deps: Deps,
  version: VersionRow,
  { step, failure, add }: { step: PipelineStep; failure: string; add(found: Finding[]): Finding[] },
): Promise<void> {
  const found = await readFindings(tx, version.id)
  const findings = add(found ?? [])
  await failStep(tx, { versionId: version.id, step }, { failure, givenUp: true })
  if (found) await replaceFindings(tx, version.id, findings)
  else await storeWithoutInspection(tx, version, { findings, now: deps.now() })
  await storeVerdict(tx, version.id, await judge({ ...deps, db: tx }, version, findings), deps.now())
  await flag(tx, deps, version, findings)
  markChanged(tx, stepsTag(version.node_id), versionsTag)
}

/**
 * Refuses an archive: removes everything but the reason. A version that was released before keeps its archive permanently and
 * waits for a moderator.
 */
async function refuse(
  deps: Deps,
  version: VersionRow,
  step: PipelineStep,
  refusal: ArchiveRefusal,
): Promise<void> {
  const digest = version.archive_digest ?? ''
  await transact(deps, async (tx) => {
    const current = await lockVersion(tx, version)
    if (current?.status !== 'pending' || current.archive_digest !== digest) return
    if (current.first_active_at) {
      const add = (found: Finding[]) => withRefusal(found, refusal)
      return flagAtStep(tx, deps, version, { step, failure: refusal.message, add })
    }
    await changeVersion(tx, version.id, { archive_digest: null, updated_at: deps.now() })
    await deleteSteps(tx, version.id)
    await startStep(tx, { versionId: version.id, step }, deps.now())
    await failStep(tx, { versionId: version.id, step }, { failure: refusal.message, givenUp: true })
    await deps.jobs.send(tx, dropArchive, { digest })
    await recordEvent(tx, {
      actor: { kind: 'service', id: 'pipeline' },
      action: 'version.refuse',
      subject: { kind: 'version', id: version.id },
      after: { reason: refusal.code, message: refusal.message },
      at: deps.now(),
    })
    markChanged(tx, `node:${version.node_id}`, stepsTag(version.node_id), versionsTag)
  })
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 2000)

/** Marks the pipeline as stuck after the last attempt has failed. It resumes when the version is queued again. */
export async function giveUpPipeline(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version) await announced(deps, version, (tx) => giveUpSteps(tx, versionId))
}
