import { limits } from '@nodeyard/contract/limits'
import type { reportVerdicts } from '@nodeyard/contract/packs'
import type { ReportDay } from './sql.ts'

export type ReportVerdict = (typeof reportVerdicts)[number]

const halfLifeDays = 30
/** Shares of successful imports from which, or up to which, the verdict is clear. */
const worksFrom = 0.75
const failsUpTo = 0.25

/**
 * Judges the reports about a version; undefined for too few. A day weighs the logarithm of its reports, no more than the
 * median day, so that a flood needs as many days as the honest reports had, and half as much after each 30 days.
 */
export function judgeReports(days: readonly ReportDay[]): ReportVerdict | undefined {
  const total = days.reduce((sum, { imported, failed }) => sum + imported + failed, 0)
  if (total < limits.importReportsShown) return undefined
  const counts = days.map(({ imported, failed }) => imported + failed).filter((count) => count > 0)
  const median = counts.sort((a, b) => a - b)[(counts.length - 1) >> 1] ?? 0
  let [works, all] = [0, 0]
  for (const { age, imported, failed } of days) {
    const count = imported + failed
    if (count === 0) continue
    const weight = Math.log2(1 + Math.min(count, median)) * 0.5 ** (Math.max(0, age) / halfLifeDays)
    works += weight * (imported / count)
    all += weight
  }
  if (works >= worksFrom * all) return 'works'
  return works <= failsUpTo * all ? 'fails' : 'mixed'
}
