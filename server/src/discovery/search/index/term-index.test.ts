import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../../../../test/world.ts'
import { countNodesByBeginning, findSimilarTerms, findTerms } from '../sql.ts'
import { TermIndex } from './term-index.ts'

const holder = useWorld()

const stems = [
  'upscale',
  'upscaler',
  'control',
  'controlnet',
  'contour',
  'mask',
  'masks',
  'маска',
  '放大',
  'ip',
  'image',
]
const words = stems.flatMap((stem, at) => [
  stem,
  `${stem}er`,
  `x${stem}`,
  `${stem}${stems[(at * 3 + 1) % stems.length]}`,
])

test('words are found, counted and likened as the database does it', async () => {
  const { db } = holder.world.deps
  const terms = [...new Set(words)].map((term, at) => ({ term, node_count: 1 + (at % 7) }))
  await db.insertInto('search_terms').values(terms).execute()
  const steps = TermIndex.of(terms)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const index = step.value
  for (const word of [...words, 'contrlnet', 'upscal', 'maks', 'imgae', 'масак', 'zzz', 'con']) {
    assert.deepEqual(index.findSimilar(word), await findSimilarTerms(db, word), word)
    assert.deepEqual([index.countNodesByBeginning(word)], await countNodesByBeginning(db, [word]), word)
    assert.deepEqual(index.find([word, 'nothing']), await findTerms(db, [word, 'nothing']), word)
  }
})
