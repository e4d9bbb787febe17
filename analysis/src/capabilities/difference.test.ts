import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Capability } from './capability.ts'
import { capabilityDifference } from './difference.ts'

const can = (kind: Capability['kind'], subject: string, line = 1): Capability => ({
  kind,
  subject,
  evidence: [{ file: 'nodes.py', line }],
})

test('what came and what went is told, each by what it is about', () => {
  const before = [can('network', 'a.example'), can('process', 'ffmpeg'), can('file_write', '/tmp/x')]
  const after = [can('network', 'a.example'), can('network', 'b.example'), can('file_write', '/tmp/x')]
  assert.deepEqual(capabilityDifference(before, after), {
    gained: [can('network', 'b.example')],
    lost: [can('process', 'ffmpeg')],
  })
})

test('the same thing at another place of the code is no difference', () => {
  assert.deepEqual(capabilityDifference([can('network', '', 3)], [can('network', '', 90)]), {
    gained: [],
    lost: [],
  })
})
