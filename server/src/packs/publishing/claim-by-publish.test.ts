import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { createTrustedPublisher, getNode, mintToken, publishVersion } from '@nodeyard/contract/packs'
import { announce, publish } from '../../../test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../../../test/fakes/oidc-issuer.ts'
import { buildPack } from '../../../test/pack.ts'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { addAliases } from '../nodes/aliases/sql.ts'
import { ciIssuers } from '../trusted-publishing/issuers.ts'

const audience = 'https://registry.test'
let ci: FakeOidcIssuer
let world: World

/** A node that an import listed, which clients also know by its project's name. */
async function listed(id: string, host: 'ci.test' | 'github.com' = 'ci.test') {
  const node = await world.given.node({
    id,
    publisher_id: unclaimedPublisherId,
    repository_url: `https://${host}/acme/${id}`,
    repository_key: `${host}/acme/${id}`,
  })
  const alias = `${id}-project`
  await transact(world.deps, (tx) => addAliases(tx, [{ nodeId: id, alias, kind: 'project' }]))
  return { node, alias }
}

async function author() {
  const owner = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner })
  const { secret } = await world.given.token({ publisher_id: publisherId })
  /** A token of a build of this repository. */
  const buildToken = async (nodeId: string, repository: string) => {
    const body = { node_id: nodeId, issuer: ci.url, repository, workflow: 'publish.yml' }
    await world.as(owner).call(createTrustedPublisher, { params: { publisherId }, body })
    const token = await ci.mint({ aud: audience, ...githubClaims({ repository }) })
    const minted = await world.anonymous.call(mintToken, {
      body: { token, publisher_id: publisherId, node_id: nodeId },
    })
    return minted.token
  }
  const publishAs = async (nodeId: string, token: string, version = '1.0.0') => {
    const archive = buildPack({ id: nodeId, version })
    await publish({ apiUrl: await world.listen(), publisherId, nodeId, token, version, archive })
    await world.runJobs()
  }
  return { publisherId, secret, buildToken, publishAs }
}

const read = (nodeId: string) => world.anonymous.call(getNode, { params: { nodeId } })

describe('publishing an unclaimed node', () => {
  before(async () => {
    ci = await FakeOidcIssuer.at('https://ci.test', () => world.now())
    const issuers = ciIssuers([{ kind: 'github', url: ci.url }], () => world.now(), {
      fetch: ci.fetch,
      cooldownMs: 0,
    })
    world = await World.open({ ciIssuers: issuers }, { CI_AUDIENCE: audience })
  })
  after(() => world.close())

  it('claims it by a build of its repository, and the version replaces the reading', async () => {
    const { node } = await listed('blur')
    await world.given.reading({ node_id: node.id })
    const { publisherId, buildToken, publishAs } = await author()
    await publishAs('blur', await buildToken('blur', 'acme/blur'))
    const { publisher, latest_version, reading, install } = await read('blur')
    assert.equal(publisher.id, publisherId)
    assert.equal(latest_version?.version, '1.0.0')
    assert.equal(reading, undefined)
    assert.equal(install.state, 'installable')
  })

  it('claims it under an alias, which later versions can use too', async () => {
    const { node, alias } = await listed('grain')
    const { publisherId, secret, buildToken, publishAs } = await author()
    await publishAs(alias, await buildToken(alias, 'acme/grain'))
    await publishAs(alias, secret, '1.1.0')
    const { id, publisher, latest_version } = await read(node.id)
    assert.deepEqual([id, publisher.id, latest_version?.version], [node.id, publisherId, '1.1.0'])
  })

  it('claims it by a token of an administrator of its repository', async () => {
    const { node } = await listed('tones', 'github.com')
    const repository = world.codeHost.addRepository({ owner: 'acme', name: 'tones', stars: 3 })
    const { publisherId, secret } = await author()
    const params = { publisherId, nodeId: node.id }
    const body = {
      personal_access_token: secret,
      node: { id: node.id },
      node_version: { version: '1.0.0' },
    }
    const announceWith = (code_host_token: string) =>
      world.anonymous.call(publishVersion, { params, body: { ...body, code_host_token } })
    await refused('not_repository_admin', announceWith(world.codeHost.tokenFor('mallory')))
    repository.permissions = { maya: 'admin' }
    await announceWith(world.codeHost.tokenFor('maya'))
    assert.equal((await read(node.id)).publisher.id, publisherId)
  })

  it('explains how to claim it when nothing proves control of its repository', async () => {
    const { node } = await listed('noise')
    const { publisherId, secret, buildToken } = await author()
    const sent = { apiUrl: await world.listen(), publisherId, nodeId: node.id, version: '1.0.0' }
    for (const token of [secret, await buildToken(node.id, 'mallory/noise')]) {
      const response = await announce({ ...sent, token })
      const answer = JSON.stringify(await response.json())
      assert.equal(response.status, 403)
      assert.match(answer, /claim it at [^ ]+\/nodes\/noise\/claim, or publish from it by trusted publishing/)
    }
    assert.equal((await read(node.id)).publisher.id, unclaimedPublisherId)
  })

  it('needs the same proof under an alias, in any spelling', async () => {
    const { node, alias } = await listed('glow')
    const { publisherId, secret } = await author()
    const sent = { apiUrl: await world.listen(), publisherId, version: '1.0.0', token: secret }
    for (const nodeId of [alias, alias.replace('-', '_'), 'GLOW.project']) {
      const response = await announce({ ...sent, nodeId })
      assert.equal(response.status, 403, nodeId)
      assert.match(JSON.stringify(await response.json()), /\/nodes\/glow\/claim/)
    }
    assert.equal((await read(node.id)).publisher.id, unclaimedPublisherId)
  })
})
