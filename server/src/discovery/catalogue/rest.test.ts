import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restAfterPointer, restAfterSnapshot, restSince } from './rest.ts'

test('a pointer follows on another within seconds, and a snapshot so that most of the time is left', () => {
  for (const [costMs, afterPointerMs, afterSnapshotMs] of [
    [0, 500, 2000],
    [100, 500, 2000],
    [200, 800, 2000],
    [300, 1200, 2400],
    [1500, 2000, 12_000],
    [8000, 2000, 64_000],
    [400_000, 2000, 300_000],
  ] as const) {
    assert.equal(restAfterPointer(costMs), afterPointerMs, `after a pointer of ${costMs} ms`)
    assert.equal(restAfterSnapshot(costMs), afterSnapshotMs, `after a snapshot of ${costMs} ms`)
  }
})

test('what is left of a rest is nothing where the clock was set back', () => {
  const from = new Date('2026-01-01T12:00:00Z')
  for (const [passedMs, leftMs] of [
    [0, 2000],
    [500, 1500],
    [2000, 0],
    [9000, -7000],
    [-1, 0],
    [-3_600_000, 0],
  ] as const)
    assert.equal(restSince(from, new Date(from.getTime() + passedMs), 2000), leftMs, `after ${passedMs} ms`)
})
