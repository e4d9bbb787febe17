import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { habits, hitsIn } from './habits.ts'
import { listFiles, readSentences, sentencesOf } from './read.ts'

const root = join(import.meta.dirname, '../..')
const files = listFiles(root)
const hits = hitsIn(readSentences(root, files))

describe('the words of comments, tests, messages and documents', () => {
  it('avoid the habits of translated English', () => {
    assert(files.length > 1000, 'too few files were found')
    const problems = hits.map(
      ({ file, line, habit, text, instead }) => `${file}:${line} ${habit} (${instead}): ${text}`,
    )
    assert.deepEqual(problems, [])
  })
})

describe('each habit', () => {
  const examples: Record<string, string[]> = {
    'bare what or who': [
      'What has been pending for an hour is counted as stuck.',
      'Who announced more than 800 MB had no answer at all.',
      'The page is small: who is signed in loads the rest.',
    ],
    'what or who after a conjunction': ['It stays, because what was removed may come back.'],
    'who without a noun before it': ['Sends bytes only to who takes them.', 'Refuses whoever is banned.'],
    'fragment that starts with a preposition': [
      'Of its threads.',
      'Of a superuser, for the database.',
      'By path, folders left out.',
      'As managers ask for each page.',
      'For a node, of versions that are not there unless stated.',
    ],
    'fragment that starts with an adjective': [
      'Absent for answers that clients must not keep.',
      'Undefined where there is no such version.',
    ],
    'pronoun ending in -body': ['A version that nobody sees yet.', 'Somebody else was faster.'],
    'so many, so long': ['Reads so many archives at once.', 'The name is kept for so long.'],
    'old-fashioned word': ['The key is issued anew.', 'The dearest reads come first.', 'All, save the last.'],
    'all-purpose verb': [
      'A publisher brings out a version.',
      'Saved workflows go on.',
      'Take the yank back.',
    ],
    'things that stand or lie somewhere': ['The files stand in the folder.', 'The bytes lie ready.'],
    'is to, shall': ['The caller is to close it.', 'It shall not wait.'],
    'of which, by which': ['A response of which something changed.', 'The name by which it is found.'],
    'personified program': ['A moderator is told of it.', 'The process hears from the database.'],
    'says of, knows of': ['The text that an author says of a node.'],
    'is no, is none': ['A body that is no object.', 'A file that is none.'],
    'docstring that starts with Gives, Tells, Says': ['Gives the new secret.'],
    'answer for response': ['The cached answer is sent again.'],
    'small letters': ['The id in small letters.'],
    'two ideas joined by "and so"': ['The row is locked, and so the other one waits.'],
    'British spelling': ['The colour of the label.', 'Normalises the name.', 'A licence file.'],
    'over-long sentence': [`The reader skips ${'one entry and '.repeat(14)}one more.`],
  }
  const namedBadly = ['that is JSON but no object is refused', 'who has the archive gets no bytes']

  for (const { name } of habits.filter((habit) => habit.name !== 'test name that starts inside a sentence'))
    it(`is found in planted sentences: ${name}`, () => {
      assert(examples[name], 'no sentence is planted')
      for (const text of examples[name]) assert(habitsIn(`/** ${text} */`).includes(name), text)
    })

  it('is found in test names', () => {
    for (const name of namedBadly)
      assert(
        habitsIn(`it('${name}', () => {})`, 'a.test.ts').includes('test name that starts inside a sentence'),
      )
  })

  it('is found in each kind of text', () => {
    const texts: [string, string][] = [
      ['a.ts', '// The row is locked\n// by nobody.'],
      ['a.ts', "throw new Error('nobody waits')"],
      ['a.ts', "const a = { description: 'seen by nobody' }"],
      ['a.ts', "const a = { description: 'not seen ' +\n  'by nobody' }"],
      ['a.ts', 'const a = 1 // for nobody'],
      ['a.test.ts', "test('nobody waits', () => {})"],
      ['a.md', 'A paragraph that\nnobody reads.'],
      ['a.md', '- an item for nobody'],
      ['a.md', '| head |\n| --- |\n| nobody |'],
      ['a.json', '{\n  "key": "Nobody is here."\n}'],
    ]
    for (const [file, text] of texts)
      assert.deepEqual(habitsIn(text, file), ['pronoun ending in -body'], text)
  })
})

describe('the words check', () => {
  const good = [
    'Caching rule for anonymous responses: whether to cache, for how long, and which tags invalidate it.',
    'Checks bans and ownership first, in the order the API contract (12.1) requires.',
    'A concurrent publish created the node first, possibly for another publisher.',
    'For example, `nobody` is a system user.',
    'For every version, the server stores one row.',
    'As long as the lock is held, writers wait.',
    'Of course the database enforces it too.',
    'Returns what the parser read, or undefined when the file is not JSON.',
    'The goal is to reduce the number of queries.',
    'The user who created the token can revoke it.',
    'There is no limit.',
    'A response that is no longer valid is evicted.',
    'Requests arrive so long before their turn that the queue overflows.',
    'The log says "nobody is here".',
    'By default the server listens on all interfaces, but it can be limited to one.',
    'Analyses run in a thread.',
    'The fields that stand in for full 32-bit ones.',
    'How long does it take? What is measured?',
    'Limits shared by all worker threads.',
    'Retries go on the same queue.',
  ]

  it('accepts plain sentences', () => {
    for (const text of good) assert.deepEqual(habitsIn(`/** ${text} */`), [], text)
  })

  it('accepts test names that start with a verb or a noun', () => {
    const text = "describe('claiming a node', () => { it('refuses a banned user') })"
    assert.deepEqual(habitsIn(text, 'a.test.ts'), [])
  })

  it('skips code in documents', () => {
    const text = '# What is stored\n\n```ts\n// nobody\n```\n\n| what you see |\n| --- |\n| `nobody` |\n'
    assert.deepEqual(habitsIn(text, 'a.md'), [])
  })

  it('reports the line of a sentence', () => {
    const [sentence] = sentencesOf('a.ts', 'const a = 1\n\n// Nobody.\n')
    assert.equal(sentence?.line, 3)
  })
})

function habitsIn(text: string, file = 'a.ts'): string[] {
  return hitsIn(sentencesOf(file, text)).map(({ habit }) => habit)
}
