import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEntry } from './entry.ts'

function descriptionOf(description: unknown): string {
  const entry = readEntry(JSON.stringify({ id: 'blur', description }))
  return typeof entry === 'string' ? entry : (entry.node.description ?? '')
}

test('a description is read without the marks that lists put around links and warnings', () => {
  assert.equal(
    descriptionOf('Wraps [a/Robust Matting (RVM)](https://site.test/rvm/) for masks.'),
    'Wraps Robust Matting (RVM) for masks.',
  )
  assert.equal(
    descriptionOf('Nodes.[w/NOTE: renamed, see the [a/old one](https://site.test/old).]'),
    'Nodes. NOTE: renamed, see the old one.',
  )
  assert.equal(descriptionOf('See [the docs](https://site.test).'), 'See the docs.')
})

test('brackets that mean something else stay', () => {
  for (const text of ['Takes [0, 1] (both ends).', 'Sizes [h, w]', 'a/b and [x](y)', ''])
    assert.equal(descriptionOf(text), text)
})
