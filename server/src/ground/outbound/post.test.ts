import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FakeWebhookReceiver, fakeWebhookReceiver } from '../../../test/fakes/webhook-receiver.ts'
import { type AllowedNetworks, mayBePosted, mayReach, noNetworks, readNetworks } from './networks.ts'
import { post } from './post.ts'
import { allowedIp, type Reach } from './reach.ts'

let receiver: FakeWebhookReceiver
const home = readNetworks(['127.0.0.0/8']) as AllowedNetworks

before(async () => {
  receiver = await fakeWebhookReceiver()
})
beforeEach(() => {
  receiver.weather = 'fine'
  receiver.taken.length = 0
})
after(() => receiver.close())

const said = { headers: { 'content-type': 'application/json' }, body: '{"é":1}' }
const options = { networks: home, timeoutMs: 30_000, answerCharacters: 100 }

describe('posting to untrusted URLs', () => {
  it('sends the bytes unchanged', async () => {
    const { status, problem } = await post(receiver.url, said, options)
    assert.deepEqual([status, problem], [204, undefined])
    assert.equal(receiver.taken[0]?.body, said.body)
    assert.equal(receiver.taken[0]?.headers['content-length'], '8')
  })

  it('does not follow a redirect', async () => {
    receiver.weather = 'moved'
    assert.equal((await post(receiver.url, said, options)).status, 302)
    assert.equal(receiver.taken.length, 1)
  })

  it('reads only the beginning of an endless response', async () => {
    receiver.weather = 'talkative'
    const { status, answer } = await post(receiver.url, said, options)
    assert.equal(status, 200)
    assert.equal(answer.length, 100)
  })

  it('removes characters that the database refuses from the response', async () => {
    receiver.weather = 'down'
    assert.equal((await post(receiver.url, said, options)).answer, 'Not now.')
  })

  it('stops waiting for a slow response', async () => {
    receiver.weather = 'silent'
    const { problem } = await post(receiver.url, said, { ...options, timeoutMs: 50 })
    assert.equal(problem, 'timeout')
  })

  it('stops waiting for a slow name resolution', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    const { problem } = await post('https://example.com', said, { ...options, timeoutMs: 50, resolve })
    assert.equal(problem, 'timeout')
  })

  it('refuses private addresses unless the operator allows them', async () => {
    const { problem } = await post(receiver.url, said, { ...options, networks: noNetworks })
    assert.equal(problem, 'address_refused')
    const resolve = async () => ['93.184.216.34', '10.0.0.5']
    const mixed = await post('https://example.com', said, { ...options, networks: noNetworks, resolve })
    assert.equal(mixed.problem, 'address_refused')
    assert.equal(receiver.taken.length, 0)
  })

  it('allows no other networks than configured, and no plain http to the internet', () => {
    const inside = new URL('http://hooks.corp.example')
    assert.equal(mayReach(inside, '127.0.0.1', home), true)
    assert.equal(mayReach(inside, '10.0.0.1', home), false)
    assert.equal(mayReach(inside, '93.184.216.34', home), false)
    assert.equal(mayReach(new URL('https://example.com'), '93.184.216.34', home), true)
    assert.equal(mayReach(new URL('https://example.com'), '::ffff:127.0.0.1', noNetworks), false)
  })

  it('limits ports to the usual one where strangers choose the URL, but not in configured networks', async () => {
    const { signal } = new AbortController()
    const networks = readNetworks(['93.184.0.0/16']) as AllowedNetworks
    const ask = (port: string, reach: Partial<Reach>) =>
      allowedIp(new URL(`https://93.184.216.34${port}`), { networks: noNetworks, ...reach }, signal)
    assert.equal(await ask(':8443', {}), '93.184.216.34')
    assert.equal(await ask(':443', { isUsualPortOnly: true }), '93.184.216.34')
    assert.equal(await ask(':8443', { isUsualPortOnly: true }), undefined)
    assert.equal(await ask(':8443', { isUsualPortOnly: true, networks }), '93.184.216.34')
  })

  it('refuses invalid webhook URLs', () => {
    for (const address of [
      'http://example.com',
      'ftp://example.com',
      'https://user@example.com',
      'https://localhost',
      'https://printer',
      'https://db.internal',
      'https://127.0.0.1',
      'https://2130706433',
      'https://[::1]:8443',
      'https://169.254.169.254/latest',
    ])
      assert.equal(mayBePosted(new URL(address), noNetworks), false, address)
    assert.equal(mayBePosted(new URL('https://example.com:8443/hook?x=1'), noNetworks), true)
    assert.equal(mayBePosted(new URL('http://10.1.2.3'), readNetworks(['10.1.0.0/16']) ?? noNetworks), true)
    assert.equal(mayBePosted(new URL('http://10.2.2.3'), readNetworks(['10.1.0.0/16']) ?? noNetworks), false)
  })

  it('refuses malformed networks', () => {
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'home/8', '::/129']) {
      assert.equal(readNetworks([text]), undefined, text)
    }
    assert.equal(readNetworks(['fd00::/8'])?.has('fd12::1'), true)
  })
})
