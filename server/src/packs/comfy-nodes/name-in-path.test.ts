import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withNameAsOnePart } from './name-in-path.ts'

describe('the name of a comfy-node in a URL', () => {
  it('can contain slashes and percent signs', () => {
    const cases = {
      '/comfy-nodes/Load Image/node': '/comfy-nodes/Load Image/node',
      '/comfy-nodes/a/b/node': '/comfy-nodes/a%2Fb/node',
      '/comfy-nodes/a/b/c/node/?x=/y': '/comfy-nodes/a%2Fb%2Fc/node/?x=/y',
      '/comfy-nodes/a%2Fb/node': '/comfy-nodes/a%2Fb/node',
      '/comfy-nodes/node/node': '/comfy-nodes/node/node',
      '/comfy-nodes//node': '/comfy-nodes//node',
      '/comfy-nodes': '/comfy-nodes',
      '/comfy-nodes?x=/comfy-nodes/a/b/node': '/comfy-nodes?x=/comfy-nodes/a/b/node',
      '/comfy-nodes/100%/node': '/comfy-nodes/100%25/node',
      '/nodes/pack/versions/1.0.0/comfy-nodes/a/b': '/nodes/pack/versions/1.0.0/comfy-nodes/a%2Fb',
      '/nodes/pack/versions/1.0.0/comfy-nodes?page=2': '/nodes/pack/versions/1.0.0/comfy-nodes?page=2',
      '/nodes/pack/versions/1.0.0': '/nodes/pack/versions/1.0.0',
    }
    for (const [url, expected] of Object.entries(cases)) assert.equal(withNameAsOnePart(url), expected)
  })
})
