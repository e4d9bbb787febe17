import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import { type Finding, isBlocking } from '@nodeyard/analysis/scan/finding'
import { type PipelineStep, pipelineSteps } from '@nodeyard/contract/versions'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { listLastingNames } from '../nodes/aliases/sql.ts'
import { releaseVersion } from '../nodes/release.ts'
import { proposeReplacements } from '../replacements/infer.ts'
import { refreshLatestVersion } from '../versions/latest.ts'
import { nextVersionStatus } from '../versions/states.ts'
import { passedReason } from '../versions/statuses.ts'
import { stepsTag, versionsTag } from '../versions/tags.ts'
import { readFindings, replaceFindings } from './analysis/sql.ts'
import { AnalysisExhausted, type Contents, type Reading } from './analyst.ts'
import type { Deps } from './deps.ts'
import { dropArchive } from './drop-archive.ts'
import { withExhausted } from './exhausted-analysis.ts'
import { digestsOf } from './known-bad/find.ts'
import { replaceVersionFiles } from './known-bad/sql.ts'
import { withArchive, withArchiveOnDemand } from './local-copy.ts'
import { provenanceRule } from './provenance.ts'
import { countOwnFailure, type Uploader } from './queue/sql.ts'
import { withRefusal } from './refused-archive.ts'
import { withRegistryFindings } from './registry-findings.ts'
import {
  changeSteps,
  deleteSteps,
  failStep,
  findPipelineState,
  giveUpSteps,
  type StepChange,
  startStep,
} from './steps/sql.ts'
import { packFindings, storeInspection, storeWithoutInspection } from './store-inspection.ts'
import { judge, openIn, refuseAgain, storeVerdict } from './verdict.ts'
import { findVersion, lockVersionOfNode, updateVersion, type VersionRow } from './versions/sql.ts'

type OwnStep = Exclude<PipelineStep, 'received'>

/** A version in the pipeline. */
interface Run {
  deps: Deps
  version: VersionRow
  uploader: Uploader | undefined
  /** Path of its archive on this machine. */
  archive(): Promise<string>
  /** The remaining steps in order. The first one is in progress and stored as started. */
  left: OwnStep[]
  /** Set once every byte is checked, until that is stored. */
  checked?: { contents: Contents; at: Date }
  findings?: Finding[] | undefined
  fingerprints?: FileFingerprint[]
}

/**
 * Each stage stores its results in the transaction that marks its steps as finished and the next one as started. A process can
 * therefore die at any point, and the next run continues with the first unfinished step. While a step cannot run, the version
 * stays pending. A stage returns whether the version continues.
 */
const stages: Record<OwnStep, (run: Run) => Promise<boolean>> = {
  checked: read,
  extracted: read,
  scanned: scan,
  listed: list,
}

/**
 * Runs the rest of the pipeline for one version. It can run at any time and repeatedly. `goes last` means that the archive
 * itself made it fail again, so that the next run belongs at the end of the queue.
 */
export async function runPipeline(deps: Deps, versionId: string): Promise<'done' | 'goes last'> {
  const found = await findPipelineState(deps.db, versionId)
  if (found?.status !== 'pending' || !found.archive_digest) return 'done'
  const { uploader, finished, findings, ...version } = found
  const left = stepsLeft(new Set(finished), findings !== null)
  const [first] = left
  if (!first) return 'done'
  await announced(deps, version, (tx) => startStep(tx, { versionId, step: first }, deps.now()))
  return withArchiveOnDemand(deps.blobs, found.archive_digest, async (archive) => {
    const run: Run = {
      deps,
      version,
      archive,
      left,
      uploader: uploader ?? undefined,
      findings: findings ?? undefined,
    }
    for (let step = run.left[0]; step; step = run.left[0]) {
      const result = await runStage(run, stages[step])
      if (result !== 'next') return result
    }
    return 'done'
  })
}

/** Returns the unfinished steps, and finished ones whose results are missing. */
function stepsLeft(finished: Set<PipelineStep>, hasFindings: boolean): OwnStep[] {
  if (finished.has('extracted') && !hasFindings)
    for (const step of ['extracted', 'scanned'] as const) finished.delete(step)
  return pipelineSteps.filter((step) => step !== 'received').filter((step) => !finished.has(step))
}

async function runStage(
  run: Run,
  stage: (run: Run) => Promise<boolean>,
): Promise<'next' | 'done' | 'goes last'> {
  try {
    return (await stage(run)) ? 'next' : 'done'
  } catch (error) {
    const reason = await storeChecked(run).then(
      () => error,
      (worse: unknown) => worse,
    )
    return failStage(run, reason)
  }
}

async function failStage(
  { deps, version, left: [step] }: Run,
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

/** Stores the checked contents of an archive whose inspection failed. */
async function storeChecked(run: Run): Promise<void> {
  const { checked, version } = run
  if (!checked) return
  delete run.checked
  const { files, unpackedBytes } = checked.contents
  await finish(run, { ended: 'checked', begun: [{ step: 'extracted', startedAt: checked.at }] }, (tx) =>
    updateVersion(tx, version.id, { file_count: files, unpacked_bytes: unpackedBytes }),
  )
}

/**
 * Retries an archive that exceeds the limits of the analysis twice, the last time behind everything else. After that, a
 * moderator decides, and the publisher can see which file was the cause.
 */
async function failOfItself(
  deps: Deps,
  version: VersionRow,
  step: OwnStep,
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

async function hold(deps: Deps, version: VersionRow, step: OwnStep, error: AnalysisExhausted): Promise<void> {
  await transact(deps, async (tx) => {
    const current = await lockVersionOfNode(tx, version)
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

/** Runs a transaction and notifies everyone who watches the steps of the version. */
function announced<Result>(
  deps: Deps,
  version: VersionRow,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return transact(deps, async (tx) => {
    const result = await work(tx)
    markChanged(tx, stepsTag(version.node_id))
    return result
  })
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 2000)

/** Marks the pipeline as stuck after the last attempt has failed. It resumes when the version is queued again. */
export async function giveUpPipeline(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version) await announced(deps, version, (tx) => giveUpSteps(tx, versionId))
}

/** Finishes steps with their results. Returns false if the version is no longer pending with this archive. */
async function finish(
  run: Run,
  { ended, begun }: StepChange,
  store: (tx: Tx, current: VersionRow) => Promise<void>,
): Promise<boolean> {
  const { deps, version } = run
  const isFinished = await transact(deps, async (tx) => {
    const current = await lockVersionOfNode(tx, version)
    if (current?.status !== 'pending' || current.archive_digest !== version.archive_digest) return false
    await store(tx, current)
    await changeSteps(tx, version.id, { ended, begun }, deps.now())
    markChanged(tx, stepsTag(version.node_id), versionsTag)
    return true
  })
  const finished = new Set([ended, ...begun.filter(({ isFinished }) => isFinished).map(({ step }) => step)])
  run.left = run.left.filter((step) => !finished.has(step))
  return isFinished
}

/** Checks every byte of the archive and inspects the pack in one pass. */
async function read(run: Run): Promise<boolean> {
  const { deps, version, uploader, left } = run
  const { contents, pack } = await deps.analyst.read(await run.archive(), {
    uploader,
    onContents(contents) {
      if (left[0] === 'checked') run.checked = { contents, at: deps.now() }
    },
  })
  const findings = packFindings(pack, version, await listLastingNames(deps.db, version.node_id))
  const now = deps.now()
  const change: StepChange =
    left[0] === 'checked'
      ? {
          ended: 'checked',
          begun: [{ step: 'extracted', startedAt: run.checked?.at ?? now, isFinished: true }],
        }
      : { ended: 'extracted', begun: [] }
  change.begun.push({ step: 'scanned', startedAt: now })
  const isFinished = await finish(run, change, (tx) =>
    storeInspection(tx, version, pack, { contents, findings, now }),
  )
  delete run.checked
  Object.assign(run, { findings, fingerprints: contents.fingerprints })
  return isFinished
}

/** Extracts the missing comfy-nodes of a version of any status. */
export async function extractAgain(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version?.extract_status !== 'pending' || !version.archive_digest) return
  if (version.status === 'pending') return void (await runPipeline(deps, versionId))
  const reading = await readAgain(deps, version.archive_digest)
  await transact(deps, async (tx) => {
    const current = await lockVersionOfNode(tx, version)
    if (current?.extract_status !== 'pending') return
    if (!reading) return updateVersion(tx, version.id, { extract_status: 'failed' })
    const { contents, pack } = reading
    const findings = packFindings(pack, version, await listLastingNames(tx, version.node_id))
    await storeInspection(tx, version, pack, { contents, findings, now: deps.now() })
    await deps.reindex(tx, [version.node_id])
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

/** Returns undefined if the archive exceeds the limits, because a retry would not help. */
function readAgain({ blobs, analyst }: Deps, digest: string): Promise<Reading | undefined> {
  return withArchive(blobs, digest, (path) => analyst.read(path, { isBackground: true })).catch(
    (error: unknown) => {
      if (error instanceof AnalysisExhausted) return undefined
      throw error
    },
  )
}

/** Compares the version with the rest of the registry, and with earlier decisions. */
async function scan(run: Run): Promise<boolean> {
  const { deps, version, uploader } = run
  // Without findings, the pack was not inspected and must not pass.
  if (!run.findings) throw new Error('The version has no analysis.')
  const files = run.fingerprints ?? (await deps.analyst.fingerprint(await run.archive(), { uploader }))
  const findings = await withRegistryFindings(deps, version, run.findings, files)
  const verdict = await judge(deps, version, findings)
  const passes = verdict.outcome === 'approved'
  const begun: StepChange['begun'] = passes ? [{ step: 'listed', startedAt: deps.now() }] : []
  const isFinished = await finish(run, { ended: 'scanned', begun }, async (tx) => {
    await replaceFindings(tx, version.id, findings)
    await storeVerdict(tx, version.id, verdict, deps.now())
    await replaceVersionFiles(tx, version.id, digestsOf(files))
    if (findings.some(({ rule }) => rule === provenanceRule)) {
      await recordDecision(tx, deps, version, { action: 'version.provenance-missing', findings: 1 })
    }
    if (verdict.outcome === 'open') await flag(tx, deps, version, findings, openIn(verdict))
    if (verdict.refusal) await refuseAgain(tx, deps, version, verdict.refusal)
  })
  return isFinished && passes
}

async function flag(
  tx: Tx,
  deps: Deps,
  version: VersionRow,
  findings: readonly Finding[],
  open = findings.filter(isBlocking).length,
): Promise<void> {
  await updateVersion(tx, version.id, {
    status: nextVersionStatus('pending', 'flag'),
    status_reason: JSON.stringify(findings),
    updated_at: deps.now(),
  })
  await recordDecision(tx, deps, version, { action: 'version.flag', findings: open })
  markChanged(tx, `node:${version.node_id}`)
}

function list(run: Run): Promise<boolean> {
  const { deps, version } = run
  return finish(run, { ended: 'listed', begun: [] }, async (tx, current) => {
    const now = deps.now()
    await updateVersion(tx, version.id, {
      status: nextVersionStatus('pending', 'list'),
      status_reason: passedReason,
      first_active_at: current.first_active_at ?? now,
      updated_at: now,
    })
    await releaseVersion(tx, deps, current)
    await refreshLatestVersion(tx, version.node_id, now)
    await proposeReplacements(tx, version, now)
    await deps.reindex(tx, [version.node_id])
    await recordDecision(tx, deps, version, { action: 'version.activate', findings: 0 })
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

async function recordDecision(
  tx: Tx,
  { now }: Deps,
  version: VersionRow,
  { action, findings }: { action: string; findings: number },
): Promise<void> {
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action,
    subject: { kind: 'version', id: version.id },
    before: { status: 'pending' },
    after: { node: version.node_id, version: version.version, findings },
    at: now(),
  })
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
    const current = await lockVersionOfNode(tx, version)
    if (current?.status !== 'pending' || current.archive_digest !== digest) return
    if (current.first_active_at) {
      const add = (found: Finding[]) => withRefusal(found, refusal)
      return flagAtStep(tx, deps, version, { step, failure: refusal.message, add })
    }
    await updateVersion(tx, version.id, { archive_digest: null, updated_at: deps.now() })
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
