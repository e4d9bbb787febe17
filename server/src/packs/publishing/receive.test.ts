import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { diskStore } from '../../ground/blobs/disk.ts'
import { archiveKey, type BlobStore } from '../../ground/blobs/store.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { violations } from '../../invariants.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { lockNode } from '../nodes/sql.ts'

const root = await mkdtemp(join(tmpdir(), 'nodeyard-receive-'))
after(() => rm(root, { recursive: true }))

/** Runs right after an upload is stored. */
let whenKept: (sha256: string) => Promise<unknown>
/** Runs before the store reports whether it has a blob. */
let whenAsked: () => Promise<unknown>
const disk = diskStore({ root })
const blobs: BlobStore = {
  ...disk,
  async keep(stagingKey, sha256) {
    const key = await disk.keep(stagingKey, sha256)
    await whenKept(sha256)
    return key
  },
  async stat(key) {
    await whenAsked()
    return disk.stat(key)
  },
}

const holder = useWorld({ blobs })

beforeEach(() => {
  whenKept = async () => {}
  whenAsked = async () => {}
})

/** Announces a version and returns a function that sends its archive. */
async function announced(nodeId: string): Promise<() => Promise<Response>> {
  const { world } = holder
  const apiUrl = await world.listen()
  const { id: publisherId } = await world.given.publisher()
  const token = await createTokenFor(world.deps, publisherId, 'test')
  const answer = await announce({ apiUrl, publisherId, nodeId, token })
  const { signedUrl } = (await answer.json()) as AnnounceAnswer
  return () => upload(signedUrl, buildPack({ id: nodeId }))
}

const keysOf = async (folder: string) => (await Array.fromAsync(blobs.list(folder))).map(({ key }) => key)

describe('an uploaded archive', () => {
  it('holds no database locks while the store copies', { timeout: 30_000 }, async () => {
    const { deps } = holder.world
    const send = await announced('unhurried')
    let hasLocked = false
    whenKept = () =>
      inTransaction(deps.db, async (tx) => {
        await sql`set local lock_timeout = '1s'`.execute(tx)
        hasLocked = (await lockNode(tx, 'unhurried')) !== undefined
      })
    assert.equal((await send()).status, 200)
    assert.ok(hasLocked)
  })

  it('leaves database connections to other requests while the store is slow', {
    timeout: 60_000,
  }, async (t) => {
    if (process.env['TEST_DATABASE'] !== 'postgres') return t.skip('the embedded database has one connection')
    const slow = Promise.withResolvers<void>()
    t.after(() => slow.resolve())
    const kept = Promise.withResolvers<void>()
    let left = 12 // more than the test's database has connections
    whenKept = async () => --left === 0 && kept.resolve()
    whenAsked = () => slow.promise
    const sends = await Promise.all(Array.from({ length: left }, (_, i) => announced(`slow-${i}`)))
    const answers = sends.map((send) => send())
    await kept.promise
    await sql`select 1`.execute(holder.world.deps.db)
    slow.resolve()
    for (const answer of answers) assert.equal((await answer).status, 200)
  })

  it('is stored again when it was removed before the database recorded it', async () => {
    const { world } = holder
    const send = await announced('taken-away')
    let times = 0
    whenKept = async (sha256) => {
      if (++times === 1) await blobs.delete(archiveKey(sha256))
    }
    const answer = await send()
    assert.equal(answer.status, 200)
    const { sha256 } = (await answer.json()) as { sha256: string }
    assert.ok(await blobs.stat(archiveKey(sha256)))
    assert.deepEqual(await keysOf('staging/'), [])
    await world.runJobs()
    assert.deepEqual(await violations(world.deps.database), [])
  })

  it('leaves nothing when it is late, and keeps the first copy when it is sent twice', async () => {
    const { world } = holder
    const [sendLate, sendTwice] = [await announced('late'), await announced('twice')]
    whenKept = () =>
      transact(world.deps, async (tx) => {
        await tx.updateTable('nodes').set({ status: 'banned' }).where('id', '=', 'late').execute()
        markChanged(tx, 'node:late')
      })
    const before = await keysOf('archives/')
    assert.equal((await sendLate()).status, 403)
    await world.runJobs()
    assert.deepEqual([await keysOf('staging/'), await keysOf('archives/')], [[], before])

    whenKept = async () => {}
    const { sha256 } = (await (await sendTwice()).json()) as { sha256: string }
    assert.notEqual((await sendTwice()).status, 200)
    await world.runJobs()
    assert.ok(await blobs.stat(archiveKey(sha256)))
  })
})
