import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readUntilSize } from './until-size.ts'

const ids = Array.from({ length: 100 }, (_, i) => `${i}`)
const read = (max: number) => readUntilSize(ids, { read: async (some) => some, sizeOf: () => 10, max })

describe('reading rows until they are too large', () => {
  it('reads all rows in order', async () => {
    assert.deepEqual(await read(1000), { rows: ids, areAll: true })
  })

  it('stops after the rows that exceed the size', async () => {
    const { rows, areAll } = await read(300)
    assert.equal(areAll, false)
    assert.deepEqual(rows, ids.slice(0, 50))
  })
})
