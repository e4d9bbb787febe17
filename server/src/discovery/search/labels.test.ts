import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { facetLabel, facetsOfEntry, keptLabel, type Labeled, labelsOf, publisherLabel } from './labels.ts'

const node: Labeled = {
  tags: [],
  categories: [],
  licenses: ['MIT'],
  state: 'published',
  comfyNodeCount: 2,
  supported_os: ['POSIX :: Linux'],
  supported_accelerators: [],
  supported_comfyui_version: '',
  detected: {},
  sizeBytes: null,
  evidence: [],
}
const facetsWith = (part: Partial<Labeled>) => facetsOfEntry({ ...node, ...part })

describe('labels', () => {
  it('keep a node for the systems that it supports, and for all accelerators if it lists none', () => {
    const labels = labelsOf(facetsOfEntry(node), 'acme')
    assert.ok(labels.includes(keptLabel('os', 'linux')))
    assert.ok(!labels.includes(keptLabel('os', 'Windows')))
    assert.ok(labels.includes(keptLabel('accelerator', 'CUDA')))
    assert.ok(labels.includes(publisherLabel('acme')))
  })

  it('tell declared, detected and unstated values apart', () => {
    const labels = labelsOf(facetsWith({ detected: { os: ['Windows', 'Linux'] } }), 'acme')
    const has = (value: string) => labels.includes(facetLabel('os', value))
    assert.deepEqual(['declared:Linux', 'detected:Windows', 'Windows', 'Linux'].map(has), [
      true,
      true,
      true,
      true,
    ])
    assert.deepEqual(['detected:Linux', 'declared:Windows', 'not_stated'].map(has), [false, false, false])
    assert.ok(labels.includes(facetLabel('accelerator', 'not_stated')))
  })

  it('contain the Python versions of the range and of wheels', () => {
    const labels = labelsOf(facetsWith({ detected: { python: '>=3.12', wheels: ['3.11', '3.12'] } }), 'acme')
    const has = (value: string) => labels.includes(facetLabel('python', value))
    assert.deepEqual(['declared:3.12', 'declared:3.13', 'detected:3.11'].map(has), [true, true, true])
    assert.deepEqual(['declared:3.11', 'detected:3.12', 'not_stated'].map(has), [false, false, false])
  })

  it('sort sizes into classes', () => {
    const sizeOf = (sizeBytes: number | null) =>
      facetsWith({ sizeBytes }).filter((facet) => facet.startsWith('z'))
    assert.deepEqual([null, 5, 1_000_000, 99_999_999, 2e9].map(sizeOf), [
      ['znot_stated'],
      ['zunder_1_mb'],
      ['z1_to_10_mb'],
      ['z10_to_100_mb'],
      ['zover_100_mb'],
    ])
  })
})
