import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld({}, { CODE_HOST: 'fake' })
const site = 'http://localhost:3000'
const claimPage = `${site}/publishers/acme/claim-my-node?nodeId=blur`
const asked = { redirectUri: claimPage, owner: 'octo', repo: 'blur', nodeId: 'blur', publisherId: 'acme' }

/** A browser at the site that stores cookies but does not follow redirects. */
class Browser {
  readonly cookies = new Map<string, string>()

  async get(address: string, headers: Record<string, string> = {}) {
    const { pathname, search } = new URL(address)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await registry.world.inject({
      method: 'GET',
      url: pathname.replace(/^\/api/, '') + search,
      headers: {
        host: 'localhost:3000',
        'x-forwarded-prefix': '/api',
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      headers: answer.headers,
    }
  }

  begin(part: Record<string, string> = {}, headers?: Record<string, string>) {
    const query = new URLSearchParams({ ...asked, ...part })
    return this.get(`${site}/api/auth/github?${query}`, headers)
  }

  /** Signs in at the code host and returns the callback URL. */
  async agree(location: string, as: Record<string, string> = { login: 'octo' }): Promise<string> {
    const address = new URL(location)
    for (const [name, value] of Object.entries(as)) address.searchParams.set(name, value)
    return (await this.get(address.href)).location
  }

  async wholeSignIn(as?: Record<string, string>) {
    const { location } = await this.begin()
    return this.get(await this.agree(location, as))
  }
}

const handedOver = (location: string) =>
  Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))

function givenRepository() {
  const { codeHost } = registry.world
  Object.assign(codeHost, { weather: 'fine' })
  return codeHost.addRepository({ owner: 'octo', name: 'blur', permissions: { eve: 'write' } })
}

describe('the claim sign-in at the code host', () => {
  it('passes an administrator token to the claim page in the URL fragment', async () => {
    givenRepository()
    const { status, location, headers } = await new Browser().wholeSignIn()
    assert.equal(status, 302)
    const back = new URL(location)
    assert.equal(back.origin + back.pathname + back.search, claimPage)
    const { token = '', login } = handedOver(location)
    assert.equal(login, 'octo')
    assert.equal((await registry.world.deps.codeHost.getUser(token)).login, 'octo')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
  })

  it('requests no scopes or sign-ups, and hides the verifier from the host', async () => {
    const browser = new Browser()
    const { location } = await browser.begin()
    const query = new URL(location).searchParams
    assert.equal(query.has('scope'), false)
    assert.equal(query.get('allow_signup'), 'false')
    assert.equal(query.get('redirect_uri'), `${site}/api/auth/github/callback`)
    const [verifier = ''] = browser.cookies.values()
    assert(verifier.length >= 43)
    assert(!location.includes(verifier))
  })

  it('reports a missing permission, a refusal and an outage as errors', async () => {
    givenRepository()
    const browser = new Browser()
    const refused = async (as?: Record<string, string>) =>
      handedOver((await browser.wholeSignIn(as)).location)
    assert.deepEqual(await refused({ login: 'eve' }), { error: 'not_repository_admin' })
    assert.deepEqual(await refused({ refuse: '1' }), { error: 'access_denied' })
    const { location } = await browser.begin()
    const back = await browser.agree(location)
    registry.world.codeHost.weather = 'down'
    assert.deepEqual(handedOver((await browser.get(back)).location), { error: 'code_host_unavailable' })
    registry.world.codeHost.weather = 'fine'
  })
})

describe('an attacker on the claim sign-in', () => {
  it('cannot redirect the token to another site or page', async () => {
    for (const redirectUri of [
      'https://evil.test/publishers/acme/claim-my-node',
      '//evil.test/publishers/acme/claim-my-node',
      'http://localhost:3000@evil.test/publishers/acme/claim-my-node',
      'http://user@localhost:3000/publishers/acme/claim-my-node',
      `${site}/discord`,
      `${site}/publishers/acme/claim-my-node/../../../discord`,
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      const { status, location } = await new Browser().begin({ redirectUri })
      assert.deepEqual([status, location], [400, ''], redirectUri)
    }
  })

  it('cannot start a sign-in from another site', async () => {
    const { status } = await new Browser().begin({}, { 'sec-fetch-site': 'cross-site' })
    assert.equal(status, 400)
  })

  it('cannot complete their own sign-in in another browser', async () => {
    givenRepository()
    const attacker = new Browser()
    const back = await attacker.agree((await attacker.begin()).location)
    const victim = new Browser()
    assert.equal((await victim.get(back)).status, 400)
    await victim.begin()
    assert.equal((await victim.get(back)).status, 400)
  })

  it('cannot reuse, delay or alter a callback', async () => {
    givenRepository()
    const browser = new Browser()
    const back = await browser.agree((await browser.begin()).location)
    assert.equal((await browser.get(back)).status, 302)
    assert.equal((await browser.get(back)).status, 400)

    const late = await browser.agree((await browser.begin()).location)
    registry.world.advance(11 * 60_000)
    assert.equal((await browser.get(late)).status, 400)

    const changed = new URL(await browser.agree((await browser.begin()).location))
    const [text = '', mac = ''] = (changed.searchParams.get('state') ?? '').split('.')
    const state = JSON.parse(Buffer.from(text, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...state, repo: 'mine' })).toString('base64url')
    for (const forged of ['', text, `${other}.${mac}`, `${text}.${mac}.x`, `${text}.`]) {
      changed.searchParams.set('state', forged)
      assert.equal((await browser.get(changed.href)).status, 400, forged)
    }
  })

  it('cannot use the code of another sign-in', async () => {
    givenRepository()
    const [one, other] = [new Browser(), new Browser()]
    const stolen = new URL(await one.agree((await one.begin()).location)).searchParams.get('code') ?? ''
    const back = new URL(await other.agree((await other.begin()).location))
    back.searchParams.set('code', stolen)
    assert.deepEqual(handedOver((await other.get(back.href)).location), { error: 'code_host_token_refused' })
  })
})

describe('the claim sign-in', () => {
  it('supports two claims in two tabs', async () => {
    givenRepository()
    const browser = new Browser()
    const [first, second] = [await browser.begin(), await browser.begin({ repo: 'blur' })]
    const [firstBack, secondBack] = [
      await browser.agree(first.location),
      await browser.agree(second.location),
    ]
    assert.equal((await browser.get(secondBack)).status, 302)
    assert.equal((await browser.get(firstBack)).status, 302)
  })

  it('refuses missing parameters and invalid repository names', async () => {
    for (const name of Object.keys(asked)) {
      assert.equal((await new Browser().begin({ [name]: '' })).status, 400, name)
    }
    assert.equal((await new Browser().begin({ owner: '../../x' })).status, 400)
    assert.equal((await new Browser().begin({ scope: 'repo' })).status, 400)
  })
})
