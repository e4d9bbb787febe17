import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Publisher } from '@nodeyard/contract/people'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { World } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { sealWith } from '../../ground/seal.ts'

/** A small server that publishes keys like the hosted service, and can go down. */
const service = { url: '', isDown: false, requests: 0 }
const identityKey = randomBytes(32)
const issuer = 'https://securetoken.example.test/demo-project'
let server: Server
let world: World
let sign: (claims?: object) => Promise<string>

before(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  server = createServer((_request, response) => {
    service.requests++
    if (service.isDown) response.writeHead(500).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwk`
  world = await World.open(
    {},
    {
      IDENTITY: 'hosted',
      HOSTED_PROJECT_ID: 'demo-project',
      HOSTED_API_KEY: 'a-key',
      HOSTED_AUTH_DOMAIN: 'demo.example.test',
      HOSTED_JWKS_URL: service.url,
      HOSTED_ISSUER: issuer,
      ADMIN_EMAILS: 'Boss@example.test',
      IDENTITY_KEY: identityKey.toString('base64'),
    },
  )
  sign = (claims: { sub?: string } = {}) => {
    const seconds = Math.floor(world.now().getTime() / 1000)
    return new SignJWT({
      auth_time: seconds,
      email: 'ada@example.test',
      email_verified: true,
      name: 'Ada',
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience('demo-project')
      .setSubject(claims.sub ?? 'hosted-ada')
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(privateKey)
  }
})

after(async () => {
  await world.close()
  server.close()
})

const call = (token: string, path = '/users', method = 'GET') =>
  world.fetch(`http://registry.test${path}`, { method, headers: { authorization: `Bearer ${token}` } })

describe('a hosted identity project', () => {
  it('can decrypt secrets from the time of the embedded service', () => {
    const sealed = sealWith([identityKey]).close('the secret of a webhook')
    assert.equal(world.deps.seal.open(sealed), 'the secret of a webhook')
    assert.equal(world.deps.seal.stateOf(sealed), 'current')
  })

  it('responds 503 while keys cannot be fetched, and caches them afterwards', async () => {
    service.isDown = true
    const answer = await call(await sign())
    assert.equal(answer.status, 503)
    service.isDown = false
    assert.equal((await call(await sign())).status, 200)
    service.isDown = true
    assert.equal((await call(await sign())).status, 200, 'fetched keys are cached')
    service.isDown = false
  })

  it('identifies users by issuer and subject', async () => {
    const me = await (await call(await sign())).json()
    assert.deepEqual(me, {
      id: 'hosted-ada',
      email: 'ada@example.test',
      name: 'Ada',
      isApproved: false,
      isAdmin: false,
      isBanned: false,
    })
    const taken = await world.given.user({ id: 'same-subject', is_admin: true })
    const other = await (await call(await sign({ sub: 'same-subject' }))).json()
    assert.notEqual(other.id, taken.id)
    assert.equal(other.isAdmin, false)
  })

  it('fetches keys at most once for tokens with unknown keys', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const before = service.requests
    for (let index = 0; index < 20; index++) {
      const token = await new SignJWT({ auth_time: 1 })
        .setProtectedHeader({ alg: 'RS256', kid: `made-up-${index}` })
        .setIssuer(issuer)
        .sign(privateKey)
      assert.equal((await call(token)).status, 401)
    }
    assert.ok(service.requests - before <= 1)
  })

  it('makes configured admins admins once their email is verified', async () => {
    const unverified = { sub: 'boss-1', email: 'boss@example.test', email_verified: false }
    assert.equal((await (await call(await sign(unverified))).json()).isAdmin, false)
    const verified = { sub: 'boss-2', email: 'BOSS@example.test' }
    assert.equal((await (await call(await sign(verified))).json()).isAdmin, true)
  })
})

describe('a token from before a change of the account', () => {
  it('changes nothing back', async () => {
    const old = { sub: 'moved', email: 'old@example.test', email_verified: false, name: 'Old' }
    const before = await sign(old)
    assert.equal((await (await call(before)).json()).email, 'old@example.test')
    world.advance(60_000)
    const changed = await sign({ sub: 'moved', email: 'new@example.test', name: 'New' })
    await call(changed)
    const { email, name } = await (await call(before)).json()
    assert.deepEqual([email, name], ['new@example.test', 'New'])
    const stored = await world.deps.db
      .selectFrom('users')
      .select(['email', 'email_verified'])
      .where('id', '=', 'moved')
      .executeTakeFirstOrThrow()
    assert.deepEqual(stored, { email: 'new@example.test', email_verified: true })
    world.advance(60_000)
    const again = await sign({ ...old, email_verified: true })
    assert.equal((await (await call(again)).json()).email, 'old@example.test')
  })
})

describe('an email that the hosted project verifies later', () => {
  const unproved = (sub: string, email: string) => sign({ sub, email, email_verified: false })
  const made = async (token: string, path: string, body: object) =>
    (
      await world.fetch(`http://registry.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()

  it('ends credentials created before', async () => {
    const token = await unproved('first', 'contested@example.test')
    await made(token, '/publishers', { id: 'contested', name: 'Contested' })
    await made(token, '/publishers/contested/tokens', { name: 'CI' })
    await made(token, '/customers', {})
    const { api_key: key } = await made(token, '/customers/api-keys', { name: 'key' })
    const proved = await sign({ sub: 'first', email: 'contested@example.test' })
    assert.deepEqual(await (await call(proved, '/publishers/contested/tokens')).json(), [])
    const byKey = await world.fetch('http://registry.test/customers/me', {
      headers: { 'x-api-key': key.plaintext_key },
    })
    assert.equal(byKey.status, 401)
  })

  it('grants no admin rights, whichever email the user had before', async () => {
    await call(await unproved('waits', 'boss@example.test'))
    await call(await sign({ sub: 'moves', email: 'mine@example.test' }))
    for (const sub of ['waits', 'moves']) {
      const later = await sign({ sub, email: 'boss@example.test' })
      assert.equal((await (await call(later)).json()).isAdmin, false, sub)
    }
    const run = (who: string) => runCommand(world.deps, ['grant-admin', who], () => {})
    await world.deps.db.deleteFrom('users').where('id', '=', 'boss-2').execute()
    await assert.rejects(run('boss@example.test'), { code: 'email_not_verified' })
    assert.equal(await run('waits'), 0)
    const granted = await sign({ sub: 'waits', email: 'boss@example.test' })
    assert.equal((await (await call(granted)).json()).isAdmin, true)
  })
})

describe('a hosted project', () => {
  it('requires a newer sign-in after a user ended their sessions', async () => {
    const token = await sign({ sub: 'leaver' })
    assert.equal((await call(token)).status, 200)
    assert.equal((await call(token, '/users/sessions/end', 'POST')).status, 204)
    assert.equal((await call(token)).status, 401)
    world.advance(2000)
    assert.equal((await call(await sign({ sub: 'leaver' }))).status, 200)
  })

  it('deletes an account elsewhere: keys stop, the publisher says it has no owner, and is handed over', async () => {
    const token = await sign({ sub: 'gone', email: 'gone@example.test' })
    await call(token)
    const { id } = await world.given.publisher({ owner: { id: 'gone' } })
    const node = await world.given.node({ publisher_id: id })
    const { secret } = await world.given.token({ publisher_id: id, created_by: 'gone' })
    const publisher = async () =>
      (await world.fetch(`http://registry.test/publishers/${id}`)).json() as Promise<Publisher>
    const ownToken = () =>
      world.fetch('http://registry.test/tokens/current', { headers: { authorization: `Bearer ${secret}` } })
    assert.equal((await publisher()).is_ownerless, undefined)
    assert.equal((await ownToken()).status, 200)
    const said: string[] = []
    const run = (...args: string[]) => runCommand(world.deps, args, (line) => said.push(line))
    await call(await sign({ sub: 'heir', email: 'heir@example.test' }))
    assert.equal(await run('hand-over', id, '--owner', 'heir@example.test'), 1)
    assert.equal(await run('forget-user', 'gone'), 0)
    assert.ok(said.at(-1)?.includes(`hand-over ${id} --owner EMAIL`))
    await assert.rejects(run('forget-user', 'gone'), { code: 'user_not_found' })
    assert.equal((await call(token)).status, 401)
    assert.notEqual((await ownToken()).status, 200)
    const left = await publisher()
    assert.deepEqual([left.is_ownerless, left.members], [true, [{ role: 'owner', user: { name: '' } }]])
    assert.equal(await run('hand-over', id, '--owner', 'heir@example.test'), 0)
    const taken = await publisher()
    assert.deepEqual(
      [taken.is_ownerless, taken.members],
      [undefined, [{ role: 'owner', user: { name: 'Ada' } }]],
    )
    const body = JSON.stringify({ name: 'Kept' })
    const changed = await world.fetch(`http://registry.test/publishers/${id}/nodes/${node.id}`, {
      method: 'PUT',
      body,
      headers: {
        authorization: `Bearer ${await sign({ sub: 'heir', email: 'heir@example.test' })}`,
        'content-type': 'application/json',
      },
    })
    assert.equal(changed.status, 200)
  })

  it('tells the site the project and disables the embedded service', async () => {
    const config = await (await world.fetch('http://registry.test/identity-config')).json()
    assert.equal(config.mode, 'hosted')
    assert.equal(config.usesOwnOrigin, false)
    assert.equal(config.projectId, 'demo-project')
    for (const path of ['/emulator/auth/handler', '/emulator/outbox', '/emulator/auth/jwks.json'])
      assert.equal((await world.fetch(`http://registry.test${path}`)).status, 404)
  })
})
