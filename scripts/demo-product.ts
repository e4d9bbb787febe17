import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../server/test/postgres.ts'
import { ensureBuilt } from './set-up.mjs'

const root = join(import.meta.dirname, '..')

export interface DemoProduct {
  url: string
  /** Passwords by email. */
  accounts: ReadonlyMap<string, string>
  stop(): void
}

/** Starts the program as in production, with the demo catalog in a temporary folder. */
export async function startDemoProduct(): Promise<DemoProduct> {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'nodeyard-demo-'))
  const [sitePort, apiPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ SITE_PORT: String(sitePort), API_PORT: String(apiPort), DATA_DIR: join(folder, 'data') },
      ...{ DEMO: 'on', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
    },
  })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text
    if (output.includes('The demo catalog is published')) break
  }
  const printed = output.matchAll(/^ {2}(\S+@demo\.test) +(\S+)/gm)
  const accounts = new Map([...printed].map(([, email = '', password = '']) => [email, password]))
  return { url: `http://localhost:${sitePort}`, accounts, stop: () => void child.kill('SIGTERM') }
}
