import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { ImportReportQuota } from './report-quota.ts'

const now = new Date('2026-01-01T00:00:00Z')
const thousand = Array.from({ length: 1000 }, (_, at) => at)
const countedFrom = (addresses: readonly string[]): number => {
  const quota = new ImportReportQuota({ now: () => now, randomBytes })
  return addresses.flatMap((address) => quota.take(address, ['version'])).length
}

describe('1,000 addresses that report the same version on one day', () => {
  it('count twice from one network, and once each from as many networks', () => {
    assert.equal(countedFrom(thousand.map((at) => `2001:db8:7:${at.toString(16)}::1`)), 2)
    assert.equal(countedFrom(thousand.map((at) => `198.${at >> 8}.${at & 255}.1`)), 1000)
  })

  it('reach no verdict from fewer than three networks', () => {
    assert.ok(2 * limits.importReportsPerNetwork < limits.importReportsShown)
  })
})
