import type { PublishWait, TimelineStep } from '@nodeyard/contract/packs'
import type { StepRow, VersionRow } from '../nodes/versions/sql.ts'
import { toStepReports } from '../nodes/versions/steps.ts'

/** Lists every step of a version's publish progress in order, for its publisher. */
export function toTimeline(
  version: VersionRow,
  rows: readonly StepRow[],
  usualMs: ReadonlyMap<string, number> = new Map(),
): TimelineStep[] {
  const at = version.created_at.toISOString()
  const announced = { step: 'announced', state: 'done', startedAt: at, finishedAt: at, attempts: 1 } as const
  const steps = toStepReports(rows, true).map((report) => {
    const usual = usualMs.get(report.step)
    return { ...report, ...(usual === undefined ? {} : { usualMs: usual }) }
  })
  return [announced, ...steps]
}

/** Returns the action that a version waits for. */
export function whatItWaitsFor(
  version: VersionRow,
  timeline: readonly TimelineStep[],
  now: Date,
): PublishWait {
  switch (version.status) {
    case 'active':
    case 'deleted':
      return 'nothing'
    case 'flagged':
      return 'moderators'
    case 'banned':
      return 'publisher'
    case 'pending':
      return version.archive_digest === null ? beforeArchive(version, timeline, now) : inPipeline(timeline)
  }
}

/** A missing or refused archive is for the publisher to send again. */
function beforeArchive(
  { upload_expires_at }: VersionRow,
  timeline: readonly TimelineStep[],
  now: Date,
): PublishWait {
  const isRefused = timeline.some(({ state }) => state === 'failed')
  return isRefused || upload_expires_at === null || upload_expires_at <= now ? 'publisher' : 'archive'
}

function inPipeline(timeline: readonly TimelineStep[]): PublishWait {
  const open = timeline.find(({ state }) => state !== 'done')
  if (open?.message !== undefined) return 'another_try'
  return open?.state === 'running' ? 'step' : 'turn'
}
