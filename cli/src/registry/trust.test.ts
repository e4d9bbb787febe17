import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KillList } from '@nodeyard/contract/safety'
import { killListBy, type Signer, signer } from '../../../contract/src/ground/signed.test-support.ts'
import { folderWith, serverThat, Terminal } from '../run.test-support.ts'
import { registryAt } from './registry.ts'
import { readKillList } from './trust.ts'

const [old, fresh, evil] = [signer('old'), signer('fresh'), signer('evil')] as const
const dayMs = 86_400_000

/** A registry that serves what the test sets. */
async function servedRegistry() {
  const served = { list: killListBy([old]), keys: [old.jwk], isDown: false }
  const url = await serverThat((request, response) => {
    const body = request.url === '/kill-list' ? served.list : { keys: served.keys }
    response.writeHead(served.isDown ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  const env = { NODEYARD_CONFIG_DIR: await folderWith({}) }
  const read = (now = new Date()): Promise<KillList> =>
    readKillList({ env, now: () => now, signal: new AbortController().signal }, registryAt(url))
  const serve = (signers: Signer[], content: object = {}) => {
    served.list = killListBy(signers, content)
    served.keys = signers.map(({ jwk }) => jwk)
  }
  return { url, env, served, serve, read }
}

const untrusted = (fault: string) => ({ key: 'kill_list_untrusted', values: { fault } })

describe('the trusted keys of a registry', () => {
  it('are not replaced by a server that has no key', async () => {
    const { served, serve, read } = await servedRegistry()
    serve([old], { serial: 7 })
    await read()
    served.keys = [evil.jwk]
    assert.equal((await read()).serial, 7)
    served.keys = [old.jwk, evil.jwk]
    await read()
    serve([evil], { serial: 1e9 })
    await assert.rejects(read(), untrusted('bad signature'))
    serve([evil], { serial: 1e9, keys: undefined })
    await assert.rejects(read(), untrusted('bad signature'))
    serve([old], { serial: 8 })
    assert.equal((await read()).serial, 8)
    serve([old], { serial: 7 })
    await assert.rejects(read(), untrusted('rolled back'))
  })

  it('are not widened at first contact beyond those that the list names', async () => {
    const { served, serve, read } = await servedRegistry()
    served.keys = [old.jwk, evil.jwk]
    await read()
    serve([evil], { serial: 2 })
    await assert.rejects(read(), untrusted('bad signature'))
  })

  it('follow a rotation, and can be reset by the user after a lost key', async () => {
    const { url, env, serve, read } = await servedRegistry()
    for (const [serial, signers] of [[old], [old, fresh], [fresh]].entries()) {
      serve(signers, { serial })
      assert.equal((await read()).serial, serial)
    }
    serve([old], { serial: 4 })
    await assert.rejects(read(), untrusted('bad signature'))
    const terminal = new Terminal(env)
    const trust = (...args: string[]) => terminal.succeed('trust', '--registry', url, ...args)
    const shown = await trust()
    assert.ok(shown.includes(fresh.jwk.x) && shown.includes(`serves other keys:\n  old ${old.jwk.x}`), shown)
    await assert.rejects(read(), untrusted('bad signature'))
    const reset = await trust('--reset')
    assert.ok(reset.includes(old.jwk.x) && !reset.includes(fresh.jwk.x), reset)
    assert.equal((await read()).serial, 4)
  })

  it('stay when the new ones do not sign the list', async () => {
    const { url, env, served, serve, read } = await servedRegistry()
    await read()
    served.keys = [evil.jwk]
    const { code } = await new Terminal(env).run('trust', '--reset', '--registry', url)
    assert.equal(code, 1)
    serve([old], { serial: 2 })
    assert.equal((await read()).serial, 2)
  })
})

describe('the last kill list', () => {
  it('is used while the registry has no newer one, until days after it expired', async () => {
    const { served, serve, read } = await servedRegistry()
    const start = Date.now()
    const at = (days: number) => new Date(start + days * dayMs)
    serve([old], { serial: 3, expires: at(7).toISOString() })
    await read(at(0))
    assert.equal((await read(at(8))).serial, 3)
    await assert.rejects(read(at(11)), untrusted('expired'))
    served.isDown = true
    assert.equal((await read(at(9))).serial, 3)
    await assert.rejects(read(at(11)), { name: 'UnavailableError' })
  })

  it('does not stand in for one that was tampered with', async () => {
    const { served, read } = await servedRegistry()
    await read()
    served.list = { ...served.list, signatures: [] }
    await assert.rejects(read(), untrusted('bad signature'))
  })
})
