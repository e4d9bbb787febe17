import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { removeAbandonedCopies } from './local-copy.ts'

describe('copies of archives', () => {
  it('removes only the copies of dead processes', async () => {
    const other = spawn('sleep', ['60'])
    const ended = spawn('true')
    await once(ended, 'exit')
    const make = async (name: string) => {
      const folder = join(tmpdir(), name)
      await mkdir(join(folder, 'node.zip'), { recursive: true })
      return folder
    }
    const folders = [
      await make(`nodeyard-archive-${ended.pid}-a`),
      await make(`nodeyard-archive-${process.pid}-a`),
      await make(`nodeyard-archive-${other.pid}-a`),
      await make(`nodeyard-${ended.pid}-a`),
    ]
    await removeAbandonedCopies()
    assert.deepEqual(folders.map(existsSync), [false, false, true, true])
    other.kill()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
})
