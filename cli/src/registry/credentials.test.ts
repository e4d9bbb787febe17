import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { folderWith, serverThat } from '../run.test-support.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../nodeyard.ts')

describe('signing in on a machine without a keychain', () => {
  // The kernel's keyring, which the library would take, forgets tokens at a restart and is closed in containers.
  it('keeps the token in a file that only the user can read', {
    skip: process.platform !== 'linux',
  }, async () => {
    const token = { publisherId: 'acme', actions: ['publish'], createdAt: '2026-01-01T00:00:00Z' }
    const registry = await serverThat(({ headers }, response) =>
      response.writeHead(headers.authorization === 'Bearer nyp_a' ? 200 : 401).end(JSON.stringify(token)),
    )
    const folder = await folderWith({})
    const env = {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C',
      NODEYARD_CONFIG_DIR: folder,
      NODEYARD_REGISTRY: registry,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none`,
    }
    const nodeyard = (...args: string[]) => run(process.execPath, [program, ...args], { env })
    const { stdout } = await nodeyard('login', '--token', 'nyp_a')
    assert.match(stdout, /has no keychain, so the token is in \S+credentials\.json, which only you can read/)
    assert.equal((await stat(join(folder, 'credentials.json'))).mode & 0o777, 0o600)
    assert.match((await nodeyard('whoami')).stdout, /^ {2}acme /)
    await nodeyard('logout')
    await assert.rejects(nodeyard('whoami'), /not logged in/)
  })
})
