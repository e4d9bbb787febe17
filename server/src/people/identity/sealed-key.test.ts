import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { useWorld } from '../../../test/world.ts'
import { sealedKeyNames } from './sealed-key.ts'

const key = randomBytes(32)
const holder = useWorld({}, { IDENTITY_KEY: key.toString('base64') })

describe('a sealed key', () => {
  it('is stored encrypted for admin and service tokens', async () => {
    const rows = await holder.world.deps.db
      .selectFrom('secrets')
      .select(['name', 'value'])
      .where('name', 'in', sealedKeyNames)
      .execute()
    assert.equal(rows.length, sealedKeyNames.length)
    assert.ok(rows.every(({ value }) => value.startsWith('sealed.')))
  })
})
