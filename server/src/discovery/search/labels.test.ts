import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facetLabel, type Labelled, labelsOf, monthLabels, socketLabels } from './labels.ts'

const node: Labelled = {
  tags: [],
  categories: [],
  license: 'MIT',
  state: 'published',
  comfy_node_count: 2,
  supported_os: ['POSIX :: Linux'],
  supported_accelerators: [],
  publisher_id: 'acme',
  changed_at: new Date('2026-01-15T00:00:00Z'),
  sockets: [
    { inputs: ['IMAGE'], outputs: ['MASK'] },
    { inputs: ['MASK'], outputs: ['LATENT'] },
  ],
}

test('a pair of sockets is one of the same comfy-node', () => {
  const has = (label: string | undefined) => labelsOf(node).includes(label ?? '')
  assert.ok(has(socketLabels(['IMAGE'], ['MASK'])[0]))
  assert.ok(!has(socketLabels(['IMAGE'], ['LATENT'])[0]))
  assert.ok(has(socketLabels([], ['LATENT'])[0]))
})

test('systems are known by the words that are asked for, and no list of them stands for all', () => {
  const labels = labelsOf(node)
  assert.ok(labels.includes(facetLabel('os', 'linux')))
  assert.ok(!labels.includes(facetLabel('os', 'Windows')))
  assert.ok(labels.includes(facetLabel('accelerator', 'CUDA')))
})

test('the month of a change is among those since a time before it, and not among those since one long after', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const isAmong = (since: string) =>
    monthLabels(new Date(since), now).some((month) => labelsOf(node).includes(month))
  assert.ok(isAmong('2026-01-14T23:59:00Z'))
  assert.ok(!isAmong('2026-03-15T00:00:00Z'))
})
