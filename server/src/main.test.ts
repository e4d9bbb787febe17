import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { untilTrue } from '../test/until-true.ts'

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-main-'))
after(() => rm(folder, { recursive: true, force: true }))

test('a process that only answers requests removes the copies of archives of one that died', async () => {
  const died = spawn('true')
  await once(died, 'exit')
  const copy = join(folder, `nodeyard-archive-${died.pid}-a`)
  await mkdir(copy)
  const env = {
    ROLES: 'api',
    API_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    TMPDIR: folder,
    LOG_LEVEL: 'silent',
  }
  const main = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(main, 'exit')
  try {
    await untilTrue(() => !existsSync(copy))
  } finally {
    main.kill('SIGKILL')
    await exited
  }
})
