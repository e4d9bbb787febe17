import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Capability } from './capability.ts'
import { capabilityDifference } from './difference.ts'

const can = (kind: Capability['kind'], subject: string, line = 1): Capability => ({
  kind,
  subject,
  evidence: [{ file: 'nodes.py', line }],
})

describe('capabilityDifference', () => {
  it('lists gained and lost capabilities with their subjects', () => {
    const before = [can('network', 'a.example'), can('process', 'ffmpeg'), can('file_write', '/tmp/x')]
    const after = [can('network', 'a.example'), can('network', 'b.example'), can('file_write', '/tmp/x')]
    assert.deepEqual(capabilityDifference(before, after), {
      gained: [can('network', 'b.example')],
      lost: [can('process', 'ffmpeg')],
    })
  })

  it('ignores where in the code a capability appears', () => {
    assert.deepEqual(capabilityDifference([can('network', '', 3)], [can('network', '', 90)]), {
      gained: [],
      lost: [],
    })
  })
})
