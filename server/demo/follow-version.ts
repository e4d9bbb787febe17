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
  /** Called once, as soon as it is known where people can see the progress. */
  onPage(page: string): void
}

export const verdicts = ['active', 'waiting', 'failed'] as const
export type Verdict = (typeof verdicts)[number]

const mostFailures = 8
const longestPauseMs = 10_000

/** Follows a version until it is active, refused, or waits for a person. */
export async function followVersion(followed: Followed): Promise<PublishReport> {
  const tell = teller(followed.progress)
  let report = await readReport(followed)
  followed.onPage(report.page)
  for (;;) {
    tell(report)
    if (verdictOf(report)) return report
    report = await readReport(followed, report.revision)
  }
}

/** Undefined while the registry works on the version. */
export function verdictOf({ waits_for, version }: PublishReport): Verdict | undefined {
  if (waits_for === 'moderators') return 'waiting'
  if (waits_for === 'publisher') return 'failed'
  if (waits_for === 'nothing') return version.status === 'NodeVersionStatusActive' ? 'active' : 'failed'
  return undefined
}

/** Waits for another revision than the known one. Short outages of the registry are waited for, too. */
async function readReport(followed: Followed, after?: string): Promise<PublishReport> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await askForReport(followed, after)
    } catch (error) {
      if (!(error instanceof UnavailableError) || failures >= mostFailures) throw asLost(error)
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
    throw new UnavailableError(`${address.origin} sent a report that cannot be read.`)
  }
}

function asLost(error: unknown): unknown {
  if (!(error instanceof PublishError)) return error
  return new PublishError(
    `${error.message}\nThe archive was uploaded, and the registry goes on checking it. Its outcome is not known here.`,
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

/** Tells each step once when it is done, each failed attempt once, and what goes on now. */
function teller({ begin, end }: Progress): (report: PublishReport) => void {
  const told = new Set<string>(['announced'])
  const once = (key: string, text: string) => {
    if (told.has(key)) return
    told.add(key)
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
