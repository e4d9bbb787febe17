import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSearchText } from './search-text.ts'

const nothing = { tags: [], inputs: [], outputs: [], uses: [] }

describe('readSearchText', () => {
  it('keeps plain words', () => {
    assert.deepEqual(readSearchText('  face   detailer '), { text: 'face detailer', ...nothing })
  })

  it('removes operators from anywhere in the text', () => {
    const found = readSearchText('publisher:@acme blur tag:"image processing" os:windows gpu:cuda updated:2w')
    assert.deepEqual(found, {
      ...nothing,
      text: 'blur',
      publisher: 'acme',
      tags: ['image processing'],
      os: 'windows',
      accelerator: 'cuda',
      updatedWithinDays: 14,
    })
  })

  it('reads an author', () => {
    assert.deepEqual(readSearchText('author:@kim blur'), { ...nothing, text: 'blur', author: 'kim' })
  })

  it('reads a comfy-node, a license, a category and a state', () => {
    const found = readSearchText('node:KSampler license:MIT category:video is:deprecated has:nodes')
    assert.deepEqual(found, {
      ...nothing,
      text: '',
      comfyNode: 'KSampler',
      license: 'MIT',
      category: 'video',
      state: 'deprecated',
      hasComfyNodes: true,
    })
  })

  it('reads workflows, and what they use', () => {
    const found = readSearchText('has:example uses:KSampler uses:"Load Image" portrait')
    assert.deepEqual(found, {
      ...nothing,
      text: 'portrait',
      hasWorkflows: true,
      uses: ['KSampler', 'Load Image'],
    })
    assert.equal(readSearchText('has:workflows').hasWorkflows, true)
  })

  it('keeps text that only looks like an operator', () => {
    for (const text of ['foo:bar', 'tag:', 'updated:soon', 'is:nice', 'has:bugs', 'http://x.test/a', '3:2']) {
      assert.deepEqual(readSearchText(text), { text, ...nothing })
    }
  })

  const arrows: [string, string[], string[]][] = [
    ['IMAGE -> MASK', ['IMAGE'], ['MASK']],
    ['image→mask', ['IMAGE'], ['MASK']],
    ['IMAGE, MASK => LATENT', ['IMAGE', 'MASK'], ['LATENT']],
    ['-> MASK', [], ['MASK']],
    ['IMAGE ->', ['IMAGE'], []],
    ['in:IMAGE,MASK out:LATENT', ['IMAGE', 'MASK'], ['LATENT']],
  ]
  for (const [typed, inputs, outputs] of arrows) {
    it(`reads the sockets in: ${typed}`, () => {
      assert.deepEqual(readSearchText(typed), { ...nothing, text: '', inputs, outputs })
    })
  }

  it('keeps an arrow without types as text', () => {
    assert.equal(readSearchText('->').text, '->')
  })

  it('reads a hostile text quickly', () => {
    for (const text of ['a,'.repeat(100), '->'.repeat(100), 'tag:"'.repeat(40), `${'a '.repeat(90)}->`]) {
      assert.equal(typeof readSearchText(text).text, 'string')
    }
  })
})
