import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { type Finding, isBlocking } from '@nodeyard/analysis/scan/finding'
import { type PipelineStep, pipelineSteps } from '@nodeyard/contract/versions'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { releaseVersion } from '../nodes/release.ts'
import { refreshLatestVersion } from '../versions/latest.ts'
import { nextVersionStatus } from '../versions/states.ts'
import { passedReason } from '../versions/statuses.ts'
import { stepsTag, versionsTag } from '../versions/tags.ts'
import { AnalysisExhausted, type PackReport } from './analyst.ts'
import type { Deps } from './deps.ts'
import { dropArchive } from './drop-archive.ts'
import { withExhausted } from './exhausted-analysis.ts'
import { digestsOf } from './known-bad/find.ts'
import { replaceVersionFiles } from './known-bad/sql.ts'
import { withArchive, withArchiveWhenAsked } from './local-copy.ts'
import { provenanceRule } from './provenance.ts'
import { withRefusal } from './refused-archive.ts'
import { withRegistryFindings } from './registry-findings.ts'
import {
  countOwnFailure,
  deleteSteps,
  failStep,
  findUploader,
  findVersion,
  finishStep,
  giveUpSteps,
  listSteps,
  lockVersionOfNode,
  readFindings,
  replaceFindings,
  startStep,
  type Uploader,
  updateVersion,
  type VersionRow,
} from './sql.ts'
import { packFindings, storeInspection, storeWithoutInspection } from './store-inspection.ts'

type OwnStep = Exclude<PipelineStep, 'received'>

/** A version on its way. */
interface Run {
  deps: Deps
  version: VersionRow
  uploader: Uploader | undefined
  /** Where its archive lies on this machine. */
  archive(): Promise<string>
  /** The step that begins when one is finished, so that both are stored together. */
  next: OwnStep | undefined
}

/**
 * The steps between an archive that was received and a version that is listed. What a step finds out is stored in
 * the transaction that marks it as finished; so a process may die anywhere, and the next run goes on with the
 * first step that is not finished. While any step cannot be done, the version stays pending. Each says whether the
 * version goes on.
 */
const steps: Record<OwnStep, (run: Run) => Promise<boolean>> = {
  checked: check,
  extracted: extract,
  scanned: scan,
  listed: list,
}

/**
 * Runs what is left of the pipeline for one version. Safe to run at any time, any number of times. `goes last`: the archive
 * itself made it fail again, and the next run belongs at the end of the queue.
 */
export async function runPipeline(deps: Deps, versionId: string): Promise<'done' | 'goes last'> {
  const version = await findVersion(deps.db, versionId)
  if (version?.status !== 'pending' || !version.archive_digest) return 'done'
  const left = await listStepsLeft(deps, versionId)
  const [first] = left
  if (!first) return 'done'
  const uploader = await findUploader(deps.db, versionId)
  await announced(deps, version, (tx) => startStep(tx, { versionId, step: first }, deps.now()))
  return withArchiveWhenAsked(deps.blobs, version.archive_digest, async (archive) => {
    for (const [at, step] of left.entries()) {
      const result = await runStep({ deps, version, uploader, archive, next: left[at + 1] }, step)
      if (result !== 'next') return result
    }
    return 'done'
  })
}

/** Those that are not finished, and those of which nobody can find any more what they found out. */
async function listStepsLeft({ db }: Deps, versionId: string): Promise<OwnStep[]> {
  const known = await listSteps(db, versionId)
  const finished = new Set(known.flatMap(({ step, finished_at }) => (finished_at ? [step] : [])))
  if (finished.has('extracted') && !(await readFindings(db, versionId)))
    for (const step of ['extracted', 'scanned'] as const) finished.delete(step)
  return pipelineSteps.filter((step) => step !== 'received').filter((step) => !finished.has(step))
}

async function runStep(run: Run, step: OwnStep): Promise<'next' | 'done' | 'goes last'> {
  const { deps, version } = run
  try {
    return (await steps[step](run)) ? 'next' : 'done'
  } catch (error) {
    if (error instanceof ArchiveRefusal) {
      await refuse(deps, version, step, error)
      return 'done'
    }
    if (error instanceof AnalysisExhausted) return failOfItself(run, step, error)
    const key = { versionId: version.id, step }
    await announced(deps, version, (tx) => failStep(tx, key, { failure: describe(error), givenUp: false }))
    throw error
  }
}

/**
 * An archive that takes too much of an analysis is tried twice more, the last time behind everything else. Then a moderator
 * decides, and the publisher reads which file it was.
 */
async function failOfItself(
  { deps, version }: Run,
  step: OwnStep,
  error: AnalysisExhausted,
): Promise<'done' | 'goes last'> {
  const key = { versionId: version.id, step }
  const failures = await announced(deps, version, async (tx) => {
    await failStep(tx, key, { failure: error.message, givenUp: false })
    return countOwnFailure(tx, version.id, deps.now())
  })
  if (failures < mostOwnFailures - 1) throw error
  if (failures < mostOwnFailures) return 'goes last'
  await hold(deps, version, step, error)
  return 'done'
}

/** The first one may be bad luck: other archives and requests share the machine. */
export const mostOwnFailures = 3

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

/** Flags a version whose pipeline ends at a step, with what was found before and why it ends. */
async function flagAtStep(
  tx: Tx,
  deps: Deps,
  version: VersionRow,
  { step, failure, add }: { step: PipelineStep; failure: string; add(found: Finding[]): Finding[] },
): Promise<void> {
  const found = (await readFindings(tx, version.id)) as Finding[] | undefined
  const findings = add(found ?? [])
  await failStep(tx, { versionId: version.id, step }, { failure, givenUp: true })
  if (found) await replaceFindings(tx, version.id, findings)
  else await storeWithoutInspection(tx, version, { findings, now: deps.now() })
  await flag(tx, deps, version, findings)
  markChanged(tx, stepsTag(version.node_id), versionsTag)
}

/** Whoever watches the version hears of it. */
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

/** Marks the pipeline as stuck: the last attempt failed. It goes on when the version is given to it again. */
export async function giveUpPipeline(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version) await announced(deps, version, (tx) => giveUpSteps(tx, versionId))
}

/** Finishes a step with what it found out, unless the version was taken away meanwhile. */
async function finish(
  { deps, version, next }: Run,
  step: OwnStep,
  store: (tx: Tx, current: VersionRow) => Promise<void>,
): Promise<boolean> {
  const versionId = version.id
  return transact(deps, async (tx) => {
    const current = await lockVersionOfNode(tx, version)
    if (current?.status !== 'pending' || current.archive_digest !== version.archive_digest) return false
    await store(tx, current)
    await finishStep(tx, { versionId, step }, next, deps.now())
    markChanged(tx, stepsTag(version.node_id), versionsTag)
    return true
  })
}

async function check(run: Run): Promise<boolean> {
  const report = await run.deps.analyst.verify(await run.archive(), run)
  return finish(run, 'checked', (tx) =>
    updateVersion(tx, run.version.id, { file_count: report.files, unpacked_bytes: report.unpackedBytes }),
  )
}

async function extract(run: Run): Promise<boolean> {
  const { deps, version } = run
  const report = await deps.analyst.inspect(await run.archive(), run)
  return finish(run, 'extracted', (tx) => storeInspection(tx, version, report, read(deps, version, report)))
}

const read = ({ now }: Deps, version: VersionRow, report: PackReport) => ({
  findings: packFindings(report, version),
  now: now(),
})

/** Reads the comfy-nodes of a version that nobody has read, whatever its status is. */
export async function extractAgain(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version?.extract_status !== 'pending' || !version.archive_digest) return
  if (version.status === 'pending') return void (await runPipeline(deps, versionId))
  const report = await inspectAgain(deps, version.archive_digest)
  await transact(deps, async (tx) => {
    const current = await lockVersionOfNode(tx, version)
    if (current?.extract_status !== 'pending') return
    if (!report) return updateVersion(tx, version.id, { extract_status: 'failed' })
    await storeInspection(tx, version, report, read(deps, version, report))
    await deps.reindex(tx, [version.node_id])
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

/** Undefined for an archive that takes too much: no later attempt would get further. */
function inspectAgain({ blobs, analyst }: Deps, digest: string): Promise<PackReport | undefined> {
  return withArchive(blobs, digest, (path) => analyst.inspect(path, { isBackground: true })).catch(
    (error: unknown) => {
      if (error instanceof AnalysisExhausted) return undefined
      throw error
    },
  )
}

async function scan(run: Run): Promise<boolean> {
  const { deps, version } = run
  const found = (await readFindings(deps.db, version.id)) as Finding[] | undefined
  // Without findings nobody has looked: never to be taken for a clean pack.
  if (!found) throw new Error('The version has no analysis.')
  const files = await deps.analyst.fingerprint(await run.archive(), run)
  const findings = await withRegistryFindings(deps, version, found, files)
  const isFlagged = findings.some(isBlocking)
  const isFinished = await finish(
    { ...run, next: isFlagged ? undefined : run.next },
    'scanned',
    async (tx) => {
      await replaceFindings(tx, version.id, findings)
      await replaceVersionFiles(tx, version.id, digestsOf(files))
      if (findings.some(({ rule }) => rule === provenanceRule)) {
        await recordDecision(tx, deps, version, 'version.provenance-missing', 1)
      }
      if (isFlagged) await flag(tx, deps, version, findings)
    },
  )
  return isFinished && !isFlagged
}

async function flag(tx: Tx, deps: Deps, version: VersionRow, findings: readonly Finding[]): Promise<void> {
  await updateVersion(tx, version.id, {
    status: nextVersionStatus('pending', 'flag'),
    status_reason: JSON.stringify(findings),
    updated_at: deps.now(),
  })
  await recordDecision(tx, deps, version, 'version.flag', findings.filter(isBlocking).length)
  markChanged(tx, `node:${version.node_id}`)
}

function list(run: Run): Promise<boolean> {
  const { deps, version } = run
  return finish(run, 'listed', async (tx, current) => {
    const now = deps.now()
    await updateVersion(tx, version.id, {
      status: nextVersionStatus('pending', 'list'),
      status_reason: passedReason,
      first_active_at: current.first_active_at ?? now,
      updated_at: now,
    })
    await releaseVersion(tx, deps, current)
    await refreshLatestVersion(tx, version.node_id, now)
    await deps.reindex(tx, [version.node_id])
    await recordDecision(tx, deps, version, 'version.activate', 0)
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

async function recordDecision(
  tx: Tx,
  { now }: Deps,
  version: VersionRow,
  action: string,
  findings: number,
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
 * The archive cannot be accepted: the version is as if it had never come, but for the reason. One that had been
 * released keeps its archive for ever, and waits for a moderator.
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
