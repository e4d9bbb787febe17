import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { judgeReports, type ReportVerdict } from './judge-reports.ts'

const honest = (age: number, count = 8) => ({ age, imported: count, failed: 0 })
/** The reports of 1,000 addresses in as many networks on one day: the cap of a version. Honest users get nothing through. */
const flooded = (age: number) => ({ age, imported: 0, failed: limits.importReportsPerVersion })

/** Counts the days of a flood after which the verdict about a version with some honest days becomes another one. */
function daysUntil(verdict: ReportVerdict, honestDays: number): number {
  for (let days = 1; days <= limits.evidenceDays; days++) {
    const attack = Array.from({ length: days }, (_, age) => flooded(age))
    const before = Array.from({ length: honestDays }, (_, age) => honest(age + days))
    if (judgeReports([...attack, ...before]) === verdict) return days
  }
  return Number.POSITIVE_INFINITY
}

describe('a flood of import reports from 1,000 addresses', () => {
  it('decides about a version without earlier reports', () => {
    assert.equal(judgeReports([flooded(0)]), 'fails')
  })

  it('needs days to blur a verdict, and weeks to reverse it', () => {
    assert.deepEqual(
      [1, 7, 30, 90].map((days) => [daysUntil('mixed', days), daysUntil('fails', days)]),
      // Documented in docs/compatibility.md.
      [
        [1, 2],
        [3, 8],
        [7, 31],
        [12, 56],
      ],
    )
  })
})
