import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import { moderationTo, nextVersionStatus, type VersionAct, versionActs } from './states.ts'

const statuses = ['none', 'pending', 'active', 'flagged', 'banned', 'deleted'] as const

/** The resulting status for each act and status; a dash means refused. Source: API contract 28.2. */
const expected: Record<VersionAct, readonly (VersionStatus | '-')[]> = {
  announce: ['pending', 'pending', '-', '-', '-', '-'],
  list: ['-', 'active', '-', '-', '-', '-'],
  flag: ['-', 'flagged', '-', '-', '-', '-'],
  doubt: ['-', '-', 'flagged', '-', '-', '-'],
  clear: ['-', '-', '-', 'active', '-', '-'],
  approve: ['-', 'active', 'active', 'active', 'active', '-'],
  ban: ['-', 'banned', 'banned', 'banned', 'banned', '-'],
  delete: ['-', 'deleted', 'deleted', 'deleted', 'deleted', '-'],
  reopen: ['-', 'pending', 'pending', 'pending', 'pending', 'pending'],
  reflag: ['-', 'flagged', 'flagged', 'flagged', 'flagged', 'flagged'],
  reapprove: ['-', '-', '-', '-', '-', 'active'],
  reban: ['-', '-', '-', '-', '-', 'banned'],
}

describe('version states', () => {
  for (const act of versionActs) {
    it(`allows "${act}" only from the listed statuses`, () => {
      assert.deepEqual(
        statuses.map((from) => outcome(() => nextVersionStatus(from, act))),
        expected[act],
      )
    })
  }

  it('lets an admin move a version from every status to every other, undo included', () => {
    const known = ['pending', 'active', 'flagged', 'banned', 'deleted'] as const
    for (const from of known) {
      for (const to of known.filter((one) => one !== from)) {
        assert.equal(nextVersionStatus(from, moderationTo(from, to)), to, `${from} to ${to}`)
      }
    }
  })
})

function outcome(decide: () => VersionStatus): VersionStatus | '-' {
  try {
    return decide()
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'transition_refused')
    return '-'
  }
}
