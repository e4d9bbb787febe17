import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { NodeStatus } from '../../ground/db/schema.ts'
import { statusAfter } from '../../safety/admin/bans/states.ts'
import { type NodeAct, nextNodeStatus, nodeActs } from './states.ts'

const statuses = ['none', 'draft', 'active', 'banned', 'deleted'] as const

/** The resulting status for each act and status; a dash means refused. Source: API contract 28.1. */
const expected: Record<NodeAct, readonly (NodeStatus | '-')[]> = {
  create: ['draft', '-', '-', '-', '-'],
  import: ['active', '-', '-', '-', '-'],
  publish: ['draft', 'draft', 'active', '-', 'draft'],
  release: ['-', 'active', 'active', 'banned', '-'],
  ban: ['-', 'banned', 'banned', 'banned', '-'],
  unban: ['-', 'draft', 'active', 'active', '-'],
  redraft: ['-', '-', '-', 'draft', '-'],
  delete: ['-', 'deleted', 'deleted', '-', 'deleted'],
}

describe('node states', () => {
  for (const act of nodeActs) {
    it(`allows "${act}" only from the listed statuses`, () => {
      const found = statuses.map((from) => {
        try {
          return nextNodeStatus(from, act)
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'transition_refused')
          return '-'
        }
      })
      assert.deepEqual(found, expected[act])
    })
  }
})

describe('node moderation', () => {
  it("bans and unbans a publisher, but never the registry's own", () => {
    assert.equal(statusAfter('ban', { id: 'acme' }), 'banned')
    assert.equal(statusAfter('unban', { id: 'acme' }), 'active')
    for (const act of ['ban', 'unban'] as const) {
      assert.throws(() => statusAfter(act, { id: unclaimedPublisherId }), { code: 'publisher_is_reserved' })
    }
  })
})
