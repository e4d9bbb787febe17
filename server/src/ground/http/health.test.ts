import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pino from 'pino'
import { useWorld } from '../../../test/world.ts'
import { diskStore } from '../blobs/disk.ts'

interface Line {
  level: number
  check?: string
  state?: string
  err?: { message: string }
}

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-health-'))
after(() => rm(folder, { recursive: true, force: true }))

const lines: Line[] = []
let check = async (): Promise<void> => {}
const holder = useWorld({
  blobs: { ...diskStore({ root: folder }), check: () => check() },
  log: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
})

async function ask(): Promise<[status: number, told: (string | undefined)[][]]> {
  lines.length = 0
  const { statusCode } = await holder.world.inject({ url: '/ready' })
  const told = lines.filter((line) => line.check)
  return [
    statusCode,
    told.map(({ level, check, state, err }) => [pino.levels.labels[level], check, state, err?.message]),
  ]
}

describe('the readiness check', () => {
  it('logs once why a process is not ready, and once when it is ready again', async () => {
    const deny = (message: string) => async () => {
      throw new Error(message)
    }
    assert.deepEqual(await ask(), [200, []])
    check = deny('No right to list.')
    assert.deepEqual(await ask(), [503, [['error', 'blobs', 'failed', 'No right to list.']]])
    assert.deepEqual(await ask(), [503, []])
    check = async () => {}
    assert.deepEqual(await ask(), [200, [['info', 'blobs', 'ok', undefined]]])
    check = deny('No such bucket.')
    assert.deepEqual(await ask(), [503, [['error', 'blobs', 'failed', 'No such bucket.']]])
  })

  it('fails while the database takes no writes', async () => {
    const { raw } = holder.world.deps.database
    check = async () => {}
    await ask()
    await raw.query('set default_transaction_read_only = on')
    assert.deepEqual(await ask(), [503, [['error', 'database', 'failed', 'The database is read-only.']]])
    await raw.query('set default_transaction_read_only = off')
    assert.deepEqual(await ask(), [200, [['info', 'database', 'ok', undefined]]])
  })
})
