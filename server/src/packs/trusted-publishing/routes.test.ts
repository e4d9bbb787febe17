import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ErrorCode } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/packs'
import { getNode, getNodeVersion, yankVersion } from '@nodeyard/contract/packs'
import { SignJWT, UnsecuredJWT } from 'jose'
import {
  type AnnounceAnswer,
  announce,
  type PublishArguments,
  publish,
  upload,
} from '../../../test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../../../test/fakes/oidc-issuer.ts'
import { buildPack } from '../../../test/pack.ts'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { toActor } from '../../people/identity/users.ts'
import { banPublisher } from '../../safety/admin/bans/ban.ts'
import { ciIssuers } from './issuers.ts'

const audience = 'https://registry.test'
const minuteMs = 60_000
let ci: FakeOidcIssuer
let world: World
before(async () => {
  ci = await FakeOidcIssuer.at('https://ci.test', () => world.now())
  world = await World.open(
    {
      ciIssuers: ciIssuers([{ kind: 'github', url: ci.url }], () => world.now(), {
        fetch: ci.fetch,
        cooldownMs: 0,
      }),
    },
    { CI_AUDIENCE: audience },
  )
})
after(() => world.close())

/** A publisher that trusts a workflow to publish a node which does not exist yet. */
async function trusting(part: Partial<contract.TrustedPublisherInput> = {}) {
  const apiUrl = await world.listen()
  const owner = await world.given.user({ name: 'Ada' })
  const { id: publisherId } = await world.given.publisher({ owner })
  const nodeId = `${publisherId}-blur`
  const params = { publisherId }
  const body = {
    node_id: nodeId,
    issuer: ci.url,
    repository: 'acme/acme-blur',
    workflow: 'publish.yml',
    ...part,
  }
  const trusted = await world.as(owner).call(contract.createTrustedPublisher, { params, body })
  const exchange = (token: string, more: object = {}) =>
    world.anonymous.call(contract.mintToken, {
      body: { token, publisher_id: publisherId, node_id: nodeId, ...more },
    })
  return {
    owner,
    publisherId,
    nodeId,
    trusted,
    path: { ...params, trustedPublisherId: trusted.id },
    body,
    exchange,
    /** Sends the request of a job of the repository. */
    async mint(claims: Parameters<typeof githubClaims>[0] = {}) {
      return (await exchange(await ci.mint({ aud: audience, ...githubClaims(claims) }))).token
    },
    announce: (token: string, version = '1.0.0') => announce({ apiUrl, publisherId, nodeId, token, version }),
    publish: (token: string, version = '1.0.0', more: Partial<PublishArguments> = {}) =>
      publish({
        apiUrl,
        publisherId,
        nodeId,
        token,
        version,
        archive: buildPack({ id: nodeId, version }),
        ...more,
      }),
    version: (version: string) => world.anonymous.call(getNodeVersion, { params: { nodeId, version } }),
  }
}

const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { error: string }).error}`

describe('trusted publishing', () => {
  it('publishes the first release of a node from a build, and the version names the build', async () => {
    const { mint, publish, nodeId, publisherId, version, path, owner } = await trusting()
    await publish(await mint())
    await world.runJobs()
    const { latest_version } = await world.anonymous.call(getNode, { params: { nodeId } })
    assert.equal(latest_version?.version, '1.0.0')
    const { provenance, published_by, provenance_last_seen } = await version('1.0.0')
    assert.deepEqual(
      { ...provenance, at: '' },
      {
        issuer: ci.url,
        repository: 'acme/acme-blur',
        repository_url: 'https://ci.test/acme/acme-blur',
        workflow: 'publish.yml',
        ref: 'refs/tags/v1.0.0',
        commit: '3f2c9be1c1f2d3a4b5c6d7e8f90a1b2c3d4e5f60',
        commit_url: 'https://ci.test/acme/acme-blur/commit/3f2c9be1c1f2d3a4b5c6d7e8f90a1b2c3d4e5f60',
        run_url: 'https://ci.test/acme/acme-blur/actions/runs/9001/attempts/1',
        at: '',
      },
    )
    assert.deepEqual(published_by, { publisher_id: publisherId })
    assert.equal(provenance_last_seen, undefined)
    const [listed] = await world.as(owner).call(contract.listTrustedPublishers, { params: path })
    assert.equal(listed?.repository_owner_id, '42')
    assert.equal(listed?.createdBy, 'Ada')
    assert.ok(listed?.lastUsedAt)
  })

  it('marks a version without a build after one with a build, also for the pipeline', async () => {
    const { mint, publish, version, owner, publisherId, nodeId } = await trusting()
    await publish(await mint())
    await world.runJobs()
    const { secret } = await world.given.token({ publisher_id: publisherId })
    await publish(secret, '1.1.0')
    await world.runJobs()
    const without = await version('1.1.0')
    assert.equal(without.provenance, undefined)
    assert.equal(without.provenance_last_seen, '1.0.0')
    assert.equal(without.status, 'NodeVersionStatusActive')
    const { findings } = await world.deps.db
      .selectFrom('version_analyses')
      .select('findings')
      .where('version_id', '=', without.id)
      .executeTakeFirstOrThrow()
    const [finding] = (findings as { rule: string; message: string }[]).filter(
      ({ rule }) => rule === 'provenance-missing',
    )
    assert.match(finding?.message ?? '', /Version 1\.0\.0 was published by a CI job/)
    await publish(await mint(), '1.2.0')
    await world.runJobs()
    assert.equal((await version('1.2.0')).provenance_last_seen, undefined)
    assert.equal(owner.name, 'Ada')
    assert.ok(nodeId)
  })

  it('allows one publish of one node within fifteen minutes, and no yank', async () => {
    const { mint, publish, announce: announceAs, publisherId, nodeId } = await trusting()
    const token = await mint()
    const { node_version } = await publish(token)
    assert.equal(await codeOf(await announceAs(token, '1.0.1')), '401 publish_token_used')
    const yank = world.anonymous.call(yankVersion, {
      params: { publisherId, nodeId, versionId: node_version.id },
      body: { reason: 'Broken.', personal_access_token: await mint() },
    })
    await refused('invalid_publish_token', yank)
    const other = await announce({
      apiUrl: world.deps.config.apiUrl,
      publisherId,
      nodeId: `${nodeId}-2`,
      token: await mint(),
    })
    assert.equal(await codeOf(other), '403 publish_token_out_of_scope')
    const late = await mint()
    world.advance(15 * minuteMs)
    assert.equal(await codeOf(await announceAs(late, '1.0.2')), '401 invalid_publish_token')
    await world.runJobs()
  })

  it('keeps the token valid after a refused publish', async () => {
    const { mint, announce: announceAs, publish } = await trusting()
    const token = await mint()
    assert.equal(await codeOf(await announceAs(token, 'one')), '400 version_invalid')
    await publish(token, '1.0.0')
    await world.runJobs()
  })

  it('accepts one of two concurrent publishes with the same token', async () => {
    const { mint, announce: announceAs } = await trusting()
    const token = await mint()
    const answers = await Promise.all(['1.0.0', '2.0.0', '3.0.0'].map((number) => announceAs(token, number)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401])
  })

  it('exchanges a CI token once, also in concurrent requests', async () => {
    const { exchange } = await trusting()
    const token = await ci.mint({ aud: audience, ...githubClaims() })
    const outcomes = await Promise.allSettled([exchange(token), exchange(token), exchange(token)])
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.problem.error : 'ok'))
    assert.deepEqual(codes.sort(), ['ci_token_used', 'ci_token_used', 'ok'])
    await refused('ci_token_used', exchange(token))
  })

  it('allows a retry with the same token after corrected settings', async () => {
    const { exchange, owner, path, body } = await trusting({ workflow: 'old.yml' })
    const token = await ci.mint({ aud: audience, ...githubClaims() })
    assert.deepEqual((await refused('trusted_publisher_mismatch', exchange(token))).details, [
      'workflow: expected old.yml, came publish.yml',
    ])
    const corrected = { ...body, workflow: 'publish.yml' }
    await world.as(owner).call(contract.updateTrustedPublisher, { params: path, body: corrected })
    assert.match((await exchange(token)).token, /^nyo_/)
  })

  it('selects settings by publisher and node, whatever else trusts the repository', async () => {
    const one = await trusting()
    const other = await trusting({ repository: 'other/repository' })
    const token = await ci.mint({ aud: audience, ...githubClaims() })
    assert.deepEqual((await refused('trusted_publisher_mismatch', other.exchange(token))).details, [
      'repository: came acme/acme-blur, which is not trusted for this node',
    ])
    await refused('trusted_publisher_not_found', one.exchange(token, { node_id: `${one.nodeId}-2` }))
    await refused('trusted_publisher_not_found', one.exchange(token, { publisher_id: other.publisherId }))
    await refused('trusted_publisher_not_found', one.exchange(token, { publisher_id: 'nobody' }))
  })

  it('refuses a repository with an abandoned name until an owner saves the settings again', async () => {
    const { mint, owner, path, body } = await trusting()
    await mint()
    await refused('trusted_publisher_mismatch', mint({ repository_owner_id: '666' }))
    await world.as(owner).call(contract.updateTrustedPublisher, { params: path, body })
    await mint({ repository_owner_id: '666' })
    await refused('trusted_publisher_mismatch', mint())
  })

  const forged: { name: string; token: () => Promise<string>; says: RegExp; code?: ErrorCode }[] = [
    {
      name: 'that expired',
      token: () => ci.mint({ aud: audience, ...githubClaims(), exp: 1_700_000_000 }),
      says: /expired at 2023-11-14T22:13:20/,
    },
    {
      name: 'issued in the future',
      token: () => ci.mint({ aud: audience, ...githubClaims(), iat: world.now().getTime() / 1000 + 60 }),
      says: /iat lies in the future/,
    },
    {
      name: 'not good yet',
      token: () => ci.mint({ aud: audience, ...githubClaims(), nbf: world.now().getTime() / 1000 + 60 }),
      says: /nbf/,
    },
    {
      name: 'for another audience',
      token: () => ci.mint({ aud: 'https://elsewhere.test', ...githubClaims() }),
      says: /made out to https:\/\/elsewhere\.test, and not to https:\/\/registry\.test/,
    },
    { name: 'without an audience', token: () => ci.mint(githubClaims()), says: /aud|made out to nothing/ },
    {
      name: 'of an issuer that nobody knows',
      token: () => ci.mint({ aud: audience, ...githubClaims(), iss: 'https://evil.test' }),
      says: /issuer/,
      code: 'ci_issuer_unknown',
    },
    {
      name: 'without a signature',
      token: async () =>
        new UnsecuredJWT({ aud: audience, iss: ci.url, ...githubClaims() })
          .setIssuedAt()
          .setExpirationTime('5m')
          .encode(),
      says: /cannot be accepted/,
    },
    {
      name: 'signed with the public key as if it were a secret',
      token: () =>
        new SignJWT({ aud: audience, iss: ci.url, ...githubClaims() })
          .setProtectedHeader({ alg: 'HS256', kid: ci.key.kid })
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(JSON.stringify(ci.key.jwk))),
      says: /signed in a way that is not taken/,
    },
    {
      name: 'signed with a key that the issuer does not have',
      token: async () => {
        const { key } = await FakeOidcIssuer.at(ci.url, () => world.now())
        return ci.mint({ aud: audience, ...githubClaims() }, { key })
      },
      says: /a key that its issuer does not have/,
    },
    {
      name: 'signed with another key under the name of the issuer’s',
      token: async () => {
        const { key } = await FakeOidcIssuer.at(ci.url, () => world.now())
        return ci.mint({ aud: audience, ...githubClaims() }, { key, kid: ci.key.kid })
      },
      says: /signature is wrong/,
    },
    {
      name: 'that is good for longer than what was exchanged is remembered',
      token: () => ci.mint({ aud: audience, ...githubClaims(), exp: world.now().getTime() / 1000 + 90_000 }),
      says: /more than a day/,
    },
    {
      name: 'that is none',
      token: async () => 'nonsense',
      says: /not a JSON Web Token/,
      code: 'invalid_request',
    },
  ]
  for (const { name, token, says, code = 'ci_token_invalid' } of forged) {
    it(`explains the refusal of a token ${name}`, async () => {
      const { exchange } = await trusting()
      assert.match((await refused(code, exchange(await token()))).message, says)
    })
  }

  describe('a token with malformed claims', () => {
    const odd: unknown[] = [
      ...[null, true, false, 0, -1, 1.5, 1e300, -1e300, '', 'x'.repeat(2000), '\0\n\ud800', 'constructor'],
      ...[[], ['x'], [[]], [null], [{}], {}, { toString: 1 }, { valueOf: null }, { a: { b: [1] } }],
    ]
    const segment = (text: string) => Buffer.from(text).toString('base64url')
    const exchange = (token: unknown, of: object = { publisher_id: 'acme', node_id: 'acme-blur' }) =>
      world.fetch('http://registry.test/oidc/mint-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...of }),
      })
    const assertBad = async (answer: Response, what: string) => {
      const { error } = (await answer.json()) as { error: string }
      assert.equal(answer.status, 400, `${what}: ${error}`)
      assert.match(error, /^(invalid_request|malformed_json|ci_issuer_unknown)$/, what)
    }

    it('is a bad request without a signature, whatever its claims', async () => {
      const payloads = odd.flatMap((value) => [{ iss: value }, { iss: 'x', aud: value, exp: value }, value])
      const written = payloads.map((payload) => JSON.stringify(payload))
      for (const payload of [...written, '{"iss":1e999}', '', '{', '{"__proto__":{"iss":"x"}}'])
        await assertBad(await exchange(`${segment('{"alg":"RS256"}')}.${segment(payload)}.AAAA`), payload)
      for (const token of [...odd, 'a.b.c', '..', 'a.b', '.'.repeat(1000)])
        await assertBad(await exchange(token), JSON.stringify(token))
    })

    it('is refused without a server error, whatever its header', async () => {
      const payload = segment(JSON.stringify({ iss: ci.url }))
      for (const value of odd)
        for (const header of [
          value,
          { alg: value },
          { alg: 'RS256', kid: value },
          { alg: 'RS256', crit: value },
        ]) {
          const { status } = await exchange(`${segment(JSON.stringify(header))}.${payload}.AAAA`)
          assert.ok(status === 400 || status === 401, `${JSON.stringify(header)}: ${status}`)
        }
    })

    it('is a bad request when its issuer signed a claim of the wrong type', async () => {
      const { nodeId, publisherId } = await trusting()
      const claims = { aud: audience, ...githubClaims() }
      const read = [
        'repository',
        'repository_id',
        'workflow_ref',
        'ref',
        'sha',
        'run_id',
        'run_attempt',
        'event_name',
      ]
      for (const name of ['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'environment', ...read])
        for (const value of odd) {
          const token = await ci.mint({ ...claims, [name]: value })
          const answer = await exchange(token, { publisher_id: publisherId, node_id: nodeId })
          const what = `${name}: ${JSON.stringify(value)}`
          const isList = name === 'aud' && Array.isArray(value)
          if (typeof value === 'object' && value !== null && !isList) await assertBad(answer, what)
          else assert.ok(answer.status < 500, what)
        }
    })
  })

  it('accepts new keys of an issuer at any time', async () => {
    const { mint } = await trusting()
    await mint()
    await ci.rotate()
    await mint()
  })

  it('rejects an issuer with keys elsewhere, redirects or oversized responses', async () => {
    const { publisherId, nodeId } = await trusting()
    const odd = await FakeOidcIssuer.at('https://odd.test', () => world.now())
    const token = await odd.mint({ aud: audience, ...githubClaims() })
    const refusal = async (prepare: () => void) => {
      prepare()
      const fresh = ciIssuers([{ kind: 'github', url: odd.url }], () => world.now(), { fetch: odd.fetch })
      return fresh.verify(token, audience).then(
        () => 'ok',
        (error: { code: string }) => error.code,
      )
    }
    assert.equal(await refusal(() => undefined), 'ok')
    assert.equal(
      await refusal(() => (odd.discovery = { jwks_uri: 'http://169.254.169.254/keys' })),
      'ci_issuer_unavailable',
    )
    assert.equal(
      await refusal(() => (odd.discovery = { issuer: 'https://other.test' })),
      'ci_issuer_unavailable',
    )
    odd.discovery = {}
    const answers = [
      () => Response.redirect('http://127.0.0.1/', 302),
      () => new Response('x'.repeat(300_000)),
      () => new Response('not JSON'),
      () => new Response(null, { status: 500 }),
    ]
    for (const answer of answers)
      assert.equal(await refusal(() => (odd.answer = answer)), 'ci_issuer_unavailable')
    assert.ok(publisherId && nodeId)
  })

  it('stops trusting deleted settings and banned publishers at once', async () => {
    const { mint, announce: announceAs, owner, path, publisherId, body } = await trusting()
    const [unused, used] = [await mint(), await mint()]
    const announced = (await (await announceAs(used)).json()) as AnnounceAnswer
    await world.as(owner).call(contract.deleteTrustedPublisher, { params: path })
    assert.equal(await codeOf(await announceAs(unused, '1.0.1')), '401 invalid_publish_token')
    const sent = await upload(announced.signedUrl, buildPack({ id: 'x' }))
    assert.equal(await codeOf(sent), '403 upload_address_invalid')
    await refused('trusted_publisher_not_found', mint())
    await world.as(owner).call(contract.createTrustedPublisher, { params: { publisherId }, body })
    const minted = await mint()
    const admin = toActor(await world.given.user({ is_admin: true }))
    await banPublisher(world.deps, admin, { publisherId })
    assert.equal(await codeOf(await announceAs(minted)), '403 publisher_banned')
    await refused('publisher_banned', mint())
  })

  it('normalizes pasted settings so that a build matches them', async () => {
    const { trusted, mint } = await trusting({
      node_id: ' pasted-blur ',
      issuer: `${ci.url}/`,
      repository: 'https://ci.test/acme/acme-blur.git',
      workflow: ' acme/acme-blur/.github/workflows/publish.yml@refs/heads/main\n',
      environment: ' release ',
      ref: 'refs/tags/v* ',
    })
    const { node_id, issuer, repository, workflow, environment, ref } = trusted
    assert.deepEqual(
      { node_id, issuer, repository, workflow, environment, ref },
      {
        node_id: 'pasted-blur',
        issuer: ci.url,
        repository: 'acme/acme-blur',
        workflow: 'publish.yml',
        environment: 'release',
        ref: 'refs/tags/v*',
      },
    )
    await refused('trusted_publisher_not_found', mint())
  })

  it('explains refused settings without quoting a pattern', async () => {
    const { owner, publisherId, body } = await trusting()
    const bad: Partial<contract.TrustedPublisherInput>[] = [
      ...['acme', 'a b/c', '@acme/blur', 'https://gitlab.com/acme/blur', 'a/b/c', ''].map((repository) => ({
        repository,
      })),
      ...['publish', 'publish.yml; rm', '../../publish.yml', 'evil/tools/.github/workflows/p.yml', ''].map(
        (workflow) => ({ workflow }),
      ),
      ...['main', 'refs/pull/1', 'refs/heads/a b'].map((ref) => ({ ref })),
      { environment: 'https://ci.test/acme/acme-blur/settings/environments/1' },
      { repository: `acme/${'x'.repeat(300)}` },
    ]
    for (const part of bad) {
      const call = world
        .as(owner)
        .call(contract.createTrustedPublisher, { params: { publisherId }, body: { ...body, ...part } })
      const { message, field } = await refused('invalid_request', call)
      assert.equal(field, `body.${Object.keys(part)[0]}`)
      assert.match(message, /^body\.\w+ must (be|begin|have) /)
      assert.doesNotMatch(message, /[\^$[\]\\+]/)
    }
  })

  it('refuses impossible and duplicate settings', async () => {
    const { owner, publisherId, body, nodeId } = await trusting()
    const create = (part: object) =>
      world
        .as(owner)
        .call(contract.createTrustedPublisher, { params: { publisherId }, body: { ...body, ...part } })
    await refused('trusted_publisher_exists', create({}))
    await refused('trusted_publisher_exists', create({ repository: 'ACME/Acme-Blur' }))
    await refused('ci_issuer_unknown', create({ issuer: 'https://evil.test' }))
    assert.equal((await refused('invalid_request', create({ repository: 'acme' }))).field, 'body.repository')
    assert.equal((await refused('invalid_request', create({ repository: 'a/b/c' }))).field, 'body.repository')
    assert.equal(
      (await refused('invalid_request', create({ workflow: '../../publish.yml' }))).field,
      'body.workflow',
    )
    assert.equal(
      (await refused('invalid_request', create({ workflow: 'a/publish.yml' }))).field,
      'body.workflow',
    )
    assert.equal((await refused('invalid_request', create({ ref: 'main' }))).field, 'body.ref')
    await refused('node_id_reserved', create({ node_id: 'search' }))
    const foreign = await world.given.node({ publisher_id: (await world.given.publisher()).id })
    await refused('node_of_other_publisher', create({ node_id: foreign.id }))
    assert.equal((await create({ environment: 'release' })).node_id, nodeId)
  })
})
