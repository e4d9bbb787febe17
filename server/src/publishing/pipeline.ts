import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { type Finding, isBlocking } from '@nodeyard/analysis/scan/finding'
import { type PipelineStep, pipelineSteps } from '@nodeyard/contract/versions'
import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { reindexNodes } from '../search/reindex.ts'
import { refreshLatestVersion } from '../versions/latest.ts'
import { lockNode } from '../versions/sql.ts'
import { nextVersionStatus } from '../versions/states.ts'
import { passedReason } from '../versions/statuses.ts'
import type { PackReport } from './analyst.ts'
import { dropArchive } from './drop-archive.ts'
import { digestsOf } from './known-bad/find.ts'
import { replaceVersionFiles } from './known-bad/sql.ts'
import { withArchive } from './local-copy.ts'
import { provenanceRule } from './provenance.ts'
import { withRegistryFindings } from './registry-findings.ts'
import {
  deleteSteps,
  failStep,
  findVersion,
  finishStep,
  giveUpSteps,
  listSteps,
  lockVersion,
  readFindings,
  replaceFindings,
  startStep,
  updateVersion,
  type VersionRow,
} from './sql.ts'
import { packFindings, storeInspection } from './store-inspection.ts'

/**
 * The steps between an archive that was received and a version that is listed. What a step finds out is stored in
 * the transaction that marks it as finished; so a process may die anywhere, and the next run goes on with the
 * first step that is not finished. While any step cannot be done, the version stays pending.
 */
const steps: Record<Exclude<PipelineStep, 'received'>, (deps: Deps, version: VersionRow) => Promise<void>> = {
  checked: check,
  extracted: extract,
  scanned: scan,
  listed: list,
}

/** Runs what is left of the pipeline for one version. Safe to run at any time, any number of times. */
export async function runPipeline(deps: Deps, versionId: string): Promise<void> {
  for (const step of pipelineSteps) {
    const version = await findVersion(deps.db, versionId)
    if (version?.status !== 'pending' || !version.archive_digest) return
    const isFinished = (await listSteps(deps.db, versionId)).some(
      (one) => one.step === step && one.finished_at,
    )
    if (!isFinished && step !== 'received') await runStep(deps, version, step)
  }
}

async function runStep(deps: Deps, version: VersionRow, step: keyof typeof steps): Promise<void> {
  const key = { versionId: version.id, step }
  await announced(deps, version, (tx) => startStep(tx, key, deps.now()))
  try {
    await steps[step](deps, version)
  } catch (error) {
    if (error instanceof ArchiveRefusal) return refuse(deps, version, step, error)
    await announced(deps, version, (tx) => failStep(tx, key, { failure: describe(error), givenUp: false }))
    throw error
  }
}

/** Whoever watches the version hears of it. */
function announced(deps: Deps, version: VersionRow, work: (tx: Tx) => Promise<void>): Promise<void> {
  return transact(deps, async (tx) => {
    await work(tx)
    markChanged(tx, `node:${version.node_id}`)
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
  deps: Deps,
  version: VersionRow,
  step: PipelineStep,
  store: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(deps, async (tx) => {
    await lockNode(tx, version.node_id)
    const current = await lockVersion(tx, version.id)
    if (current?.status !== 'pending' || current.archive_digest !== version.archive_digest) return
    await store(tx)
    await finishStep(tx, { versionId: version.id, step }, deps.now())
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

const digestOf = ({ archive_digest }: VersionRow) => archive_digest ?? ''

async function check(deps: Deps, version: VersionRow): Promise<void> {
  const report = await withArchive(deps.blobs, digestOf(version), (path) => deps.analyst.verify(path))
  await finish(deps, version, 'checked', (tx) =>
    updateVersion(tx, version.id, { file_count: report.files, unpacked_bytes: report.unpackedBytes }),
  )
}

async function extract(deps: Deps, version: VersionRow): Promise<void> {
  const report = await withArchive(deps.blobs, digestOf(version), (path) => deps.analyst.inspect(path))
  await finish(deps, version, 'extracted', (tx) =>
    storeInspection(tx, version, report, read(deps, version, report)),
  )
}

const read = ({ now }: Deps, version: VersionRow, report: PackReport) => ({
  findings: packFindings(report, version),
  now: now(),
})

/** Reads the comfy-nodes of a version that nobody has read, whatever its status is. */
export async function extractAgain(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (version?.extract_status !== 'pending' || !version.archive_digest) return
  if (version.status === 'pending') return runPipeline(deps, versionId)
  const report = await withArchive(deps.blobs, digestOf(version), (path) => deps.analyst.inspect(path))
  await transact(deps, async (tx) => {
    await lockNode(tx, version.node_id)
    const current = await lockVersion(tx, versionId)
    if (current?.extract_status !== 'pending') return
    await storeInspection(tx, version, report, read(deps, version, report))
    await reindexNodes(tx, [version.node_id], deps.now())
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}

async function scan(deps: Deps, version: VersionRow): Promise<void> {
  const found = (await readFindings(deps.db, version.id)) as Finding[] | undefined
  // Without findings nobody has looked: never to be taken for a clean pack.
  if (!found) throw new Error('The version has no analysis.')
  const files = await withArchive(deps.blobs, digestOf(version), (path) => deps.analyst.fingerprint(path))
  const findings = await withRegistryFindings(deps.db, version, found, files)
  const isFlagged = findings.some(isBlocking)
  await finish(deps, version, 'scanned', async (tx) => {
    await replaceFindings(tx, version.id, findings)
    await replaceVersionFiles(tx, version.id, digestsOf(files))
    if (findings.some(({ rule }) => rule === provenanceRule)) {
      await recordDecision(tx, deps, version, 'version.provenance-missing', 1)
    }
    if (!isFlagged) return
    await updateVersion(tx, version.id, {
      status: nextVersionStatus('pending', 'flag'),
      status_reason: JSON.stringify(findings),
      updated_at: deps.now(),
    })
    await recordDecision(tx, deps, version, 'version.flag', findings.filter(isBlocking).length)
  })
}

async function list(deps: Deps, version: VersionRow): Promise<void> {
  const { now } = deps
  await finish(deps, version, 'listed', async (tx) => {
    await updateVersion(tx, version.id, {
      status: nextVersionStatus('pending', 'list'),
      status_reason: passedReason,
      first_active_at: now(),
      updated_at: now(),
    })
    await refreshLatestVersion(tx, version.node_id, now())
    await reindexNodes(tx, [version.node_id], now())
    await recordDecision(tx, deps, version, 'version.activate', 0)
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

/** The archive cannot be accepted: the version is as if it had never come, but for the reason. */
async function refuse(
  deps: Deps,
  version: VersionRow,
  step: PipelineStep,
  refusal: ArchiveRefusal,
): Promise<void> {
  const digest = version.archive_digest ?? ''
  await transact(deps, async (tx) => {
    await lockNode(tx, version.node_id)
    const current = await lockVersion(tx, version.id)
    if (current?.status !== 'pending' || current.archive_digest !== digest) return
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
    markChanged(tx, `node:${version.node_id}`, 'nodes')
  })
}
