// A promise: each absolute claim of a text names its test.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsOf } from './all-texts.ts'
import { apiPromises, promisesIn } from './api-promises.ts'
import { absoluteSentences, claims, findsTest, problemsOf } from './claims.ts'

describe('absolute claims', () => {
  it('are labels, or name a test that exists', () => {
    const advice = 'Reword the text, or name its test in scripts/texts/claims.json.'
    const problems = problemsOf(new Map([...textsOf('en'), ...apiPromises()]), claims)
    assert(problems.length === 0, `${problems.join('\n')}\n${advice}`)
  })

  for (const text of [
    'Every pack is scanned.',
    'Your data never leaves the browser',
    'Packs are always checked. You can rely on it.',
    'All systems operational',
    'No tracking.',
    'Only you can read it.',
    'Nothing is stored',
    'Works with any version',
    'Guaranteed to load',
    'It is safe to install.',
    'Safely stored',
    'Anyone can check it',
    'Read: everything',
    'Blocked at once',
    '{{count}} packs, none harmful',
  ])
    it(`are found in: ${text}`, () => assert.equal(absoluteSentences(text).length, 1))

  for (const text of [
    'No packs yet.',
    'No matching users.',
    'No pack matches “{{text}}”',
    'Nothing matched “{{text}}”.',
    '{{name}} is no longer banned.',
    'Use git, or pass --no-git.',
    'No account yet?',
    'Known packs: {{all}}',
    'A version is scanned before it is listed.',
  ])
    it(`are not found in: ${text}`, () => assert.deepEqual(absoluteSentences(text), []))

  for (const text of [
    'Tokens are never shown again.',
    'Revokes a token immediately',
    'Readings are removed at once.',
    'Nothing of it is stored.',
    'Only moderators see it.',
    'No other response contains it.',
  ])
    it(`are promises of the API: ${text}`, () => assert.deepEqual(promisesIn(text), [text]))

  for (const text of [
    'All versions of a node',
    'Only these nodes. An empty value matches none.',
    'For many names at once',
    'Omitted if there are none.',
  ])
    it(`are definitions of the API: ${text}`, () => assert.deepEqual(promisesIn(text), []))

  it('fail without a test, with a missing test, as long labels, and in lists that are out of date', () => {
    const text = (value: string) => new Map([['site/home:a_other', value]])
    const none = { labels: [], tested: {} }
    const tested = { labels: [], tested: { 'site/home:a': 'a.test.ts › works' } }
    const label = (text: string) => ({ labels: [text], tested: {} })
    const claim = text('All packs are scanned before you can install them.')
    assert.equal(problemsOf(claim, none).length, 1)
    assert.equal(problemsOf(claim, tested, () => false).length, 1)
    assert.equal(problemsOf(claim, tested, () => true).length, 0)
    assert.equal(problemsOf(claim, label(claim.get('site/home:a_other') ?? '')).length, 1)
    assert.equal(problemsOf(text('All packs'), label('All packs')).length, 0)
    assert.equal(problemsOf(text('All packs are safe'), label('All packs')).length, 2)
    assert.equal(problemsOf(text('Packs'), tested, () => true).length, 1)
  })

  it('find a test by its file and name', () => {
    const here = 'scripts/texts/claims.test.ts'
    assert(findsTest(`${here} › find a test by its file and name`))
    assert(findsTest(`${here} › are found in: `))
    assert(!findsTest(`${here} › find a test by its`))
    assert(!findsTest(`${here} › Every pack is scanned.`))
    assert(!findsTest('scripts/texts/none.test.ts › works'))
    assert(!findsTest('scripts/texts/claims.ts › works'))
  })
})
