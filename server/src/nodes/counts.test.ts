import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../../test/world.ts'
import { countFilteredNodes, sumUpCounts } from './sql.ts'

const holder = useWorld()

const count = (...statuses: ('active' | 'banned')[]) => countFilteredNodes(holder.world.deps.db, { statuses })

test('the number of nodes of a status follows what happens to them, and stays when changes are summed up', async () => {
  const { given, deps } = holder.world
  const [active, banned] = [await count('active'), await count('banned')]
  const node = await given.node()
  await given.node()
  assert.equal(await count('active'), active + 2)
  await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node.id).execute()
  assert.deepEqual([await count('active'), await count('banned')], [active + 1, banned + 1])
  assert.equal(await count('active', 'banned'), active + banned + 2)
  for (let change = 0; change < 100; change++)
    await deps.db.insertInto('row_counts').values({ counted: 'nodes', status: 'active', change: 0 }).execute()
  await deps.db.transaction().execute((tx) => sumUpCounts(tx))
  assert.equal((await deps.db.selectFrom('row_counts').selectAll().execute()).length, 2)
  assert.deepEqual([await count('active'), await count('banned')], [active + 1, banned + 1])
})
