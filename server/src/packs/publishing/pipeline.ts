import type { FileFingerprint } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import { type PipelineStep, pipelineSteps } from '@nodeyard/contract/packs'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { revokeLeakedTokens } from '../../people/tokens/revoke.ts'
import { releaseVersion } from '../nodes/release.ts'
import { refreshLatestVersion } from '../nodes/versions/latest.ts'
import { changeVersion, findVersion, lockVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { nextVersionStatus } from '../nodes/versions/states.ts'
import { passedReason } from '../nodes/versions/statuses.ts'
import { stepsTag, versionsTag } from '../nodes/versions/tags.ts'
import { proposeReplacements } from '../replacements/infer.ts'
import { replaceFindings } from './analysis/sql.ts'
import { AnalysisExhausted, type Contents, type Reading } from './analyst.ts'
import type { Deps } from './deps.ts'
import { failStage } from './failed-stage.ts'
import { flag, recordDecision } from './flag.ts'
import { digestsOf } from './known-bad/find.ts'
import { replaceVersionFiles } from './known-bad/sql.ts'
import { withArchive, withArchiveOnDemand } from './local-copy.ts'
import { provenanceRule } from './provenance.ts'
import type { Uploader } from './queue/sql.ts'
import { withRegistryFindings } from './registry-findings.ts'
import { announced } from './steps/announced.ts'
import { changeSteps, findPipelineState, type StepChange, startStep } from './steps/sql.ts'
import { packFindings, storeInspection } from './store-inspection.ts'
import { judge, markDecided, refuseAgain, storeVerdict } from './verdict.ts'

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

/** Stores the checked contents of an archive whose inspection failed. */
async function storeChecked(run: Run): Promise<void> {
  const { checked, version } = run
  if (!checked) return
  delete run.checked
  const { files, unpackedBytes } = checked.contents
  await finish(run, { ended: 'checked', begun: [{ step: 'extracted', startedAt: checked.at }] }, (tx) =>
    changeVersion(tx, version.id, { file_count: files, unpacked_bytes: unpackedBytes }),
  )
}

/** Finishes steps with their results. Returns false if the version is no longer pending with this archive. */
async function finish(
  run: Run,
  { ended, begun }: StepChange,
  store: (tx: Tx, current: VersionRow) => Promise<unknown>,
): Promise<boolean> {
  const { deps, version } = run
  const isFinished = await transact(deps, async (tx) => {
    const current = await lockVersion(tx, version)
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
  // Before anything that could fail: everyone who downloads the archive could use them.
  await revokeLeakedTokens(deps, pack.leakedTokens)
  const findings = await packFindings(deps.db, pack, version)
  const now = deps.now()
  const change: StepChange =
    left[0] === 'checked'
      ? {
          ended: 'checked',
          begun: [{ step: 'extracted', startedAt: run.checked?.at ?? now, isFinished: true }],
        }
      : { ended: 'extracted', begun: [] }
  change.begun.push({ step: 'scanned', startedAt: now })
  const isFinished = await finish(run, change, (tx, current) =>
    storeInspection(tx, current, pack, { contents, findings, now }),
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
    const current = await lockVersion(tx, version)
    if (current?.extract_status !== 'pending') return
    if (!reading) return void (await changeVersion(tx, version.id, { extract_status: 'failed' }))
    const { contents, pack } = reading
    const findings = await packFindings(tx, pack, version)
    await storeInspection(tx, current, pack, { contents, findings, now: deps.now() })
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
    if (verdict.outcome === 'open') await flag(tx, deps, version, markDecided(findings, verdict))
    if (verdict.refusal) await refuseAgain(tx, deps, version, verdict.refusal)
  })
  return isFinished && passes
}

function list(run: Run): Promise<boolean> {
  const { deps, version } = run
  return finish(run, { ended: 'listed', begun: [] }, async (tx, current) => {
    const now = deps.now()
    await changeVersion(tx, version.id, {
      status: nextVersionStatus('pending', 'list'),
      status_reason: passedReason,
      first_active_at: current.first_active_at ?? now,
      updated_at: now,
    })
    await releaseVersion(tx, deps, current)
    await refreshLatestVersion(tx, version.node_id, now)
    await proposeReplacements(tx, version, now)
    const [failure] = current.is_broken ? current.load_failures : []
    await recordDecision(tx, deps, version, {
      action: 'version.activate',
      findings: 0,
      ...(failure ? { load_failure: failure.message } : {}),
    })
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}
