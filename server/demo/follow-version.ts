import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { getPublishReport, type PublishReport, type TimelineStep } from '@nodeyard/contract/publish-reports'
import { PublishError, UnavailableError } from './publish-error.ts'
import type { Progress } from './publish-folder.ts'
import { type Answer, refusalOf, send } from './send.ts'

export interface Followed {
  apiUrl: string
  token: string
  nodeId: string
  version: string
  progress: Progress
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
  const show = progressPrinter(followed.progress)
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

async function askForReport(followed: Followed, after?: string): Promise<PublishReport> {
  const { apiUrl, token, nodeId, version, signal } = followed
  const query = after === undefined ? {} : { after, wait: limits.reportWaitSeconds }
  const address = new URL(apiUrl.replace(/\/$/, '') + addressOf(getPublishReport, { nodeId, version }, query))
  const answer = await send(address, {
    method: 'GET',
    headers: { Authorization: `Bearer ${token}` },
    silenceLimitMs: (limits.reportWaitSeconds + 30) * 1000,
    signal,
    write: (request) => request.end(),
  })
  if (answer.status !== 200) throw refusalOf('to report the progress', address, answer)
  return reportIn(answer, address)
}

function reportIn({ text }: Answer, address: URL): PublishReport {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnavailableError(`${address.origin} sent an invalid report.`)
  }
}

function asLost(error: unknown): unknown {
  if (!(error instanceof PublishError)) return error
  return new PublishError(
    `${error.message}\nThe archive was uploaded, and the registry keeps checking it. The outcome is not known yet.`,
    error.code,
  )
}

const doneTexts: Record<TimelineStep['step'], string> = {
  announced: 'Announced',
  received: 'Received the archive',
  checked: 'Checked the archive',
  extracted: 'Read the nodes',
  scanned: 'Scanned the code',
  listed: 'Listed',
}
const runningTexts: Record<TimelineStep['step'], string> = {
  announced: 'Announcing',
  received: 'Receiving the archive',
  checked: 'Checking the archive',
  extracted: 'Reading the nodes',
  scanned: 'Scanning the code',
  listed: 'Listing',
}

/** Prints each completed step and failed attempt once, and the current step. */
function progressPrinter({ begin, end }: Progress): (report: PublishReport) => void {
  const printed = new Set<string>(['announced'])
  const once = (key: string, text: string) => {
    if (printed.has(key)) return
    printed.add(key)
    end(text)
  }
  return ({ timeline, waits_for }) => {
    for (const { step, state, attempts, message } of timeline) {
      if (state === 'done') once(step, `${doneTexts[step]}.`)
      else if (message) once(`${step} ${attempts}`, `${runningTexts[step]} failed: ${message}`)
    }
    const open = timeline.find(({ state }) => state !== 'done')
    if (!open) return
    if (waits_for === 'turn') begin(`${runningTexts[open.step]}: queued`)
    else if (waits_for === 'another_try') begin(`${runningTexts[open.step]}: retrying soon`)
    else if (waits_for === 'step') begin(runningTexts[open.step])
  }
}
