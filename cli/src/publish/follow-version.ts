import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@nodeyard/contract/limits'
import { getPublishReport, type PublishReport, type TimelineStep } from '@nodeyard/contract/packs'
import { CliError, UnavailableError } from '../ground/errors.ts'
import { inEnglish, type TextKey, type Texts } from '../ground/texts.ts'
import { registryAt } from '../registry/registry.ts'
import type { Progress } from './publish-folder.ts'

export interface Followed {
  apiUrl: string
  token: string
  nodeId: string
  version: string
  progress: Progress
  text?: Texts
  signal: AbortSignal
  /** Called once with the URL of the page that shows the progress. */
  onPage(page: string): void
}

export const verdicts = ['active', 'waiting', 'failed'] as const
export type Verdict = (typeof verdicts)[number]

const maxFailures = 8
const longestPauseMs = 10_000

/** Follows a version until it is active, is refused, or needs a decision. */
export async function followVersion(followed: Followed): Promise<PublishReport> {
  const show = progressPrinter(followed.progress, followed.text ?? inEnglish)
  let report = await readReport(followed)
  followed.onPage(report.page)
  for (;;) {
    show(report)
    if (verdictOf(report)) return report
    report = await readReport(followed, report.revision)
  }
}

/** Returns undefined while the registry is processing the version. */
export function verdictOf({ waits_for, version }: PublishReport): Verdict | undefined {
  if (waits_for === 'moderators') return 'waiting'
  if (waits_for === 'publisher') return 'failed'
  if (waits_for === 'nothing') return version.status === 'NodeVersionStatusActive' ? 'active' : 'failed'
  return undefined
}

/** Waits for a new revision of the report. Retries during short outages of the registry. */
async function readReport(followed: Followed, after?: string): Promise<PublishReport> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await askForReport(followed, after)
    } catch (error) {
      if (!(error instanceof UnavailableError) || failures >= maxFailures) throw asLost(error)
      await pause(Math.min(500 * 2 ** failures, longestPauseMs), undefined, { signal: followed.signal })
    }
  }
}

function askForReport(followed: Followed, after?: string): Promise<PublishReport> {
  const { apiUrl, token, nodeId, version, signal } = followed
  const query = after === undefined ? {} : { after, wait: limits.reportWaitSeconds }
  const options = {
    signal,
    subject: 'report',
    silenceLimitMs: (limits.reportWaitSeconds + 30) * 1000,
  } as const
  return registryAt(apiUrl.replace(/\/$/, ''), token).call(
    getPublishReport,
    { params: { nodeId, version }, query },
    options,
  )
}

/** Explains that the outcome is unknown. */
function asLost(error: unknown): unknown {
  if (!(error instanceof CliError)) return error
  const { key, values, details, code } = error
  return new CliError(key, values, { details, code, advice: 'outcome_unknown' })
}

const doneTexts: Record<TimelineStep['step'], TextKey> = {
  announced: 'step_announced',
  received: 'step_received',
  checked: 'step_checked',
  extracted: 'step_extracted',
  scanned: 'step_scanned',
  listed: 'step_listed',
}
const runningTexts: Record<TimelineStep['step'], TextKey> = {
  announced: 'step_announcing',
  received: 'step_receiving',
  checked: 'step_checking',
  extracted: 'step_extracting',
  scanned: 'step_scanning',
  listed: 'step_listing',
}

/** Prints each completed step and failed attempt once, and the current step. */
function progressPrinter({ begin, end }: Progress, text: Texts): (report: PublishReport) => void {
  const printed = new Set<string>(['announced'])
  const once = (key: string, line: string) => {
    if (printed.has(key)) return
    printed.add(key)
    end(line)
  }
  return ({ timeline, waits_for }) => {
    for (const { step, state, attempts, message } of timeline) {
      if (state === 'done') once(step, text(doneTexts[step]))
      else if (message)
        once(`${step} ${attempts}`, text('step_failed', { step: text(runningTexts[step]), message }))
    }
    const open = timeline.find(({ state }) => state !== 'done')
    if (!open) return
    const step = text(runningTexts[open.step])
    if (waits_for === 'turn') begin(text('step_queued', { step }))
    else if (waits_for === 'another_try') begin(text('step_retrying', { step }))
    else if (waits_for === 'step') begin(step)
  }
}
