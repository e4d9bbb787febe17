import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { problemsOf } from './commit-message.mjs'

describe('the commit message check', () => {
  it('accepts an area and an imperative summary', () => {
    for (const subject of [
      'search: rank exact names by installs',
      'web/nodes: show the license',
      'docs: explain backups',
    ])
      assert.deepEqual(problemsOf(subject), [])
  })

  it('accepts messages that git writes itself', () => {
    assert.deepEqual(
      problemsOf('Merge branch main into topic of a very long name, which no person has chosen at all'),
      [],
    )
  })

  it('refuses a subject without an area', () => {
    assert.match(String(problemsOf('Rank exact names')), /area/)
  })

  it('refuses a subject of more than 72 characters', () => {
    assert.match(String(problemsOf(`search: ${'a'.repeat(65)}`)), /73 characters/)
  })

  it('refuses a summary in the past tense', () => {
    assert.match(String(problemsOf('search: added names')), /imperative/)
  })

  it('refuses a body without a blank line before it', () => {
    assert.match(String(problemsOf('search: rank names\nbecause')), /blank line/)
  })
})
