import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../../../test/world.ts'
import { searchThread } from './index/index-thread.ts'
import { tierCount } from './sql.ts'
import { termsTag } from './tag.ts'
import { termsAtHand } from './terms-at-hand.ts'

const holder = useWorld()

test('words are read in parts, and asked of the database until they are there as they are now', async () => {
  const { db, changes, log } = holder.world.deps
  const some = Array.from({ length: 4500 }, (_, at) => ({ term: `word${at}`, node_count: at + 1 }))
  await db.insertInto('search_terms').values(some).execute()
  const thread = searchThread({ tiers: tierCount })
  const terms = termsAtHand({ db, changes, thread }, log)
  const ask = () => terms.countNodesByBeginning(['word4', 'nothing'])
  const counted = await ask()
  assert.ok((counted[0] ?? 0) > 0)
  // Asked until it knows them.
  while ((await thread.current().ask('countNodesByBeginning', ['word4']))[0] === 0);
  assert.deepEqual(await ask(), counted)
  await db.updateTable('search_terms').set({ node_count: 1 }).where('term', '=', 'word4').execute()
  changes.announce([termsTag])
  const changed = [(counted[0] ?? 0) - 4, 0]
  assert.deepEqual(await ask(), changed)
  while ((await thread.current().ask('countNodesByBeginning', ['word4']))[0] !== changed[0]);
  assert.deepEqual(await ask(), changed)
  await thread.stop()
  assert.deepEqual(await ask(), changed)
  await thread.stop()
})
