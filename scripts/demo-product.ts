import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeAddresses, Program } from '../bench/program.ts'
import { ensureBuilt } from './set-up.mjs'

export interface DemoProduct {
  url: string
  /** Passwords by email. */
  accounts: ReadonlyMap<string, string>
  stop(): Promise<void>
}

/** Starts the program as in production, with the demo catalog in a temporary folder. */
export async function startDemoProduct(): Promise<DemoProduct> {
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-demo-'))
  const { SITE_PORT, API_PORT } = await freeAddresses()
  const env = { SITE_PORT, API_PORT, DATA_DIR: join(folder, 'data'), DEMO: 'on', LOG_LEVEL: 'error' }
  const program = new Program('demo', { ...env, RATE_LIMIT_FACTOR: '0' }, join(folder, 'demo.log'))
  const output = await program.start('The demo catalog is published')
  const printed = output.matchAll(/^ {2}(\S+@demo\.test) +(\S+)/gm)
  const accounts = new Map([...printed].map(([, email = '', password = '']) => [email, password]))
  return {
    url: `http://localhost:${SITE_PORT}`,
    accounts,
    async stop() {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
