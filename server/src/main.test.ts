import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { testEnvironment } from '../../scripts/set-up.mjs'
import { findFreePort } from '../test/postgres.ts'
import { untilTrue } from '../test/until-true.ts'

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-main-'))
after(() => rm(folder, { recursive: true, force: true }))

describe('a process', () => {
  it('removes archive copies of a dead process', async () => {
    const died = spawn('true')
    await once(died, 'exit')
    const copy = join(folder, `nodeyard-archive-${died.pid}-a`)
    await mkdir(copy)
    const main = startMain({ ROLES: 'api', API_PORT: '0', TMPDIR: folder })
    try {
      await untilTrue(() => !existsSync(copy))
    } finally {
      await main.end()
    }
  })

  it('becomes ready with only the jobs role', async () => {
    const port = await findFreePort()
    const main = startMain({ ROLES: 'jobs', METRICS_PORT: String(port) })
    /** Returns undefined while the port is closed. */
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
      await answer?.text()
      return answer?.status
    }
    try {
      await untilTrue(async () => (await ask()) === 200)
    } finally {
      await main.end()
    }
  })

  it('serves requests between the signal to stop and its end, and says that it is not ready', async () => {
    const port = await findFreePort()
    const main = startMain({ ROLES: 'api', API_PORT: String(port), SHUTDOWN_DELAY: '1' })
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      await response.arrayBuffer()
      return [response.status, response.headers.get('connection')]
    }
    try {
      await untilTrue(() => main.output().includes('is ready.'))
      await untilTrue(async () => (await ask('/ready'))[0] === 200)
      main.stop()
      await untilTrue(async () => (await ask('/ready'))[0] === 503)
      assert.deepEqual(await ask('/nodes'), [200, 'close'])
      assert.deepEqual(await main.exited, [0, null])
    } finally {
      await main.end()
    }
  })

  it('prints the URL of the development mailbox', async () => {
    const port = await findFreePort()
    const main = startMain({ ROLES: 'api', API_PORT: String(port), DATA_DIR: join(folder, 'mailbox') })
    try {
      await untilTrue(() => main.output().includes('is ready.'))
      const address = /Mail {2}(\S+)/.exec(main.output())?.[1]
      assert.equal(address, `http://localhost:${port}/emulator/outbox`)
      const page = await (await fetch(address)).text()
      assert.match(page, /<h1>Development mailbox<\/h1>/)
      const icon = /<link rel="icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
      assert.equal((await fetch(new URL(icon, address))).headers.get('content-type'), 'image/svg+xml')
    } finally {
      await main.end()
    }
  })
})

function startMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...testEnvironment(),
      DATA_DIR: join(folder, env['ROLES'] ?? 'data'),
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'exit')
  return {
    output: () => output,
    exited,
    stop: () => child.kill('SIGTERM'),
    async end(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}
