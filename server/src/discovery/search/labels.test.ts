import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { facetLabel, facetsOfEntry, labelsOf, publisherLabel } from './labels.ts'

const facets = facetsOfEntry({
  tags: [],
  categories: [],
  license: 'MIT',
  state: 'published',
  comfyNodeCount: 2,
  supported_os: ['POSIX :: Linux'],
  supported_accelerators: [],
})

describe('labels', () => {
  it('name the systems that a node supports, and all accelerators if it lists none', () => {
    const labels = labelsOf(facets, 'acme')
    assert.ok(labels.includes(facetLabel('os', 'linux')))
    assert.ok(!labels.includes(facetLabel('os', 'Windows')))
    assert.ok(labels.includes(facetLabel('accelerator', 'CUDA')))
    assert.ok(labels.includes(publisherLabel('acme')))
  })
})
