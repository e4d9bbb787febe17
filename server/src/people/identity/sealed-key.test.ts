import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { useWorld } from '../../../test/world.ts'
import { sealWith } from '../../ground/seal.ts'
import { sealedKey } from './sealed-key.ts'

const key = randomBytes(32)
const holder = useWorld({}, { IDENTITY_KEY: key.toString('base64') })

describe('a sealed key', () => {
  it('is stored encrypted for admin and service tokens', async () => {
    const rows = await holder.world.deps.db
      .selectFrom('secrets')
      .select(['name', 'value'])
      .where('name', 'in', ['admin-token-key', 'service-token-key'])
      .execute()
    assert.equal(rows.length, 2)
    assert.ok(rows.every(({ value }) => value.startsWith('sealed.')))
  })

  it('is encrypted at the next start if it was stored as plaintext', async () => {
    const { db } = holder.world.deps
    const open = (...keys: Buffer[]) => sealedKey({ db, seal: sealWith(keys) }, 'old-key')
    const stored = () =>
      db.selectFrom('secrets').select('value').where('name', '=', 'old-key').executeTakeFirstOrThrow()
    const before = await open()
    assert.equal((await stored()).value, Buffer.from(before).toString('base64url'))
    assert.deepEqual(await open(key), before)
    assert.ok((await stored()).value.startsWith('sealed.'))
    const newer = randomBytes(32)
    assert.deepEqual(await open(newer, key), before)
    assert.deepEqual(await open(newer), before)
    await assert.rejects(open(key), /IDENTITY_KEY/)
  })
})
