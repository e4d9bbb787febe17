import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { allJobs } from './all-jobs.ts'
import { digestOfTemplate, layOutDatabase } from './database-template.ts'
import { migrate } from './ground/db/migrate.ts'
import { openEmbedded } from './ground/db/open.ts'

const root = await mkdtemp(join(tmpdir(), 'nodeyard-template-'))
after(() => rm(root, { recursive: true, force: true }))

describe('the database template', () => {
  const cache = join(root, 'cache')

  it('has all migrations and queues, and no secret', async () => {
    await mkdir(join(cache, 'of-other-migrations'), { recursive: true })
    const database = await openFrom('first', cache)
    assert.equal(database.isNew, true)
    assert.deepEqual(await migrate(database.patient), [])
    assert.deepEqual(await counts(database), { queues: true, secrets: 0, accounts: 0 })
    await database.close()
  })

  it('is cached for later starts, and replaces outdated templates', async () => {
    assert.deepEqual(await readdir(cache), [digestOfTemplate()])
    const { mtimeMs } = await stat(join(cache, digestOfTemplate()))
    const database = await openFrom('second', cache)
    await database.close()
    assert.equal((await stat(join(cache, digestOfTemplate()))).mtimeMs, mtimeMs)
    assert.deepEqual((await readdir(join(root, 'second'))).sort(), ['lock', 'pglite'])
  })

  it('does not overwrite an existing database', async () => {
    const made = await openFrom('third', cache)
    await made.db.insertInto('secrets').values({ name: 'mark', value: 'kept' }).execute()
    await made.close()
    const again = await openFrom('third', cache)
    assert.equal(again.isNew, false)
    assert.equal((await counts(again))?.['secrets'], 1)
    await again.close()
  })

  it('is skipped if the cache is not writable', async () => {
    const file = join(root, 'a-file')
    await writeFile(file, '')
    const database = await openFrom('fourth', join(file, 'cache'))
    assert.equal(database.isNew, true)
    assert.notDeepEqual(await migrate(database.patient), [])
    await database.close()
  })
})

function openFrom(name: string, cache: string) {
  return openEmbedded({ folder: join(root, name), layOut: (path) => layOutDatabase(path, cache) })
}

async function counts({ raw }: Awaited<ReturnType<typeof openFrom>>) {
  const { rows } = await raw.query(
    `select (select count(*) >= $1 from jobs.queue) as queues, (select count(*)::int from secrets) as secrets,
       (select count(*)::int from users) as accounts`,
    [allJobs.length],
  )
  return rows[0]
}
