import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearchText } from './search-text.ts'

const nothing = { tags: [], inputs: [], outputs: [] }

test('words stay as they are', () => {
  assert.deepEqual(readSearchText('  face   detailer '), { text: 'face detailer', ...nothing })
})

test('operators are taken out of the text, wherever they stand', () => {
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

test('a comfy-node, a licence, a category and a state can be asked for', () => {
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

test('what looks like an operator and is none stays text', () => {
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
  test(`sockets are understood: ${typed}`, () => {
    assert.deepEqual(readSearchText(typed), { text: '', tags: [], inputs, outputs })
  })
}

test('an arrow alone is text', () => {
  assert.equal(readSearchText('->').text, '->')
})

test('a hostile text takes no time', () => {
  for (const text of ['a,'.repeat(100), '->'.repeat(100), 'tag:"'.repeat(40), `${'a '.repeat(90)}->`]) {
    assert.equal(typeof readSearchText(text).text, 'string')
  }
})
