import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import * as trust from '@nodeyard/contract/packs'
import { banNode, claimNode, createNode, getNode, updateNode } from '@nodeyard/contract/packs'
import { asAdmin } from '../../../test/admin.ts'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { FakeOidcIssuer, githubClaims } from '../../../test/fakes/oidc-issuer.ts'
import { buildPack } from '../../../test/pack.ts'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { ciIssuers } from '../trusted-publishing/issuers.ts'
import { followRepository } from './follow-repository.ts'

const audience = 'https://registry.test'
let ci: FakeOidcIssuer
let world: World
before(async () => {
  ci = await FakeOidcIssuer.at('https://ci.test', () => world.now())
  const issuers = ciIssuers([{ kind: 'github', url: ci.url }], () => world.now(), {
    fetch: ci.fetch,
    cooldownMs: 0,
  })
  world = await World.open({ ciIssuers: issuers }, { CI_AUDIENCE: audience })
})
after(() => world.close())

let count = 0
const newRepository = (host = 'github.com') => {
  const name = `acme/tool-${++count}`
  return { name, address: `https://${host}/${name}` }
}

async function givenPublisher() {
  const apiUrl = await world.listen()
  const user = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner: user })
  const token = await createTokenFor(world.deps, publisherId, 'test')
  const owner = world.as(user)

  const say = (name: string, repository: string, { version = '1.0.0', secret = token } = {}) =>
    announce({ apiUrl, publisherId, nodeId: idOf(name), version, token: secret, node: { repository } })
  const idOf = (name: string) => `${publisherId}-${name}`
  const send = async (name: string, repository: string, more: { version?: string; secret?: string } = {}) => {
    const response = await say(name, repository, more)
    assert.equal(response.status, 201, await response.clone().text())
    const { signedUrl } = (await response.json()) as AnnounceAnswer
    await upload(signedUrl, buildPack({ id: idOf(name), version: more.version ?? '1.0.0' }))
  }
  return {
    publisherId,
    owner,
    idOf,
    say,
    send,
    publish: async (...of: Parameters<typeof send>) => {
      await send(...of)
      await world.runJobs()
    },
    claim: (name: string, login: string, repository?: string) =>
      owner.call(claimNode, {
        params: { publisherId, nodeId: idOf(name) },
        body: { GH_TOKEN: world.codeHost.tokenFor(login), ...(repository ? { repository } : {}) },
      }),
    /** Returns the secret for one publish from a job of a repository. */
    async build(name: string, repository: string) {
      const path = { publisher_id: publisherId, node_id: idOf(name) }
      await owner.call(trust.createTrustedPublisher, {
        params: { publisherId },
        body: { node_id: idOf(name), issuer: ci.url, repository, workflow: 'publish.yml' },
      })
      const token = await ci.mint({
        aud: audience,
        ...githubClaims({
          repository,
          workflow_ref: `${repository}/.github/workflows/publish.yml@refs/tags/v1.0.0`,
        }),
      })
      return (await world.anonymous.call(trust.mintToken, { body: { token, ...path } })).token
    },
  }
}

const repositoryOf = async (nodeId: string) =>
  (await world.anonymous.call(getNode, { params: { nodeId } })).repository
const rowOf = (nodeId: string) =>
  world.deps.db.selectFrom('nodes').selectAll().where('id', '=', nodeId).executeTakeFirstOrThrow()
const logOf = async (nodeId: string) =>
  (await world.events(nodeId)).map(({ action }) => action).filter((action) => action.includes('repository'))
async function refusalOf(response: Response) {
  const { error, details = [] } = (await response.json()) as { error: string; details?: string[] }
  return { status: response.status, error, details: details.join(' ') }
}

describe('a repository that two nodes name', () => {
  it('is not blocked by an announcement without an archive', async () => {
    const owner = await givenPublisher()
    const { address } = newRepository()
    for (const spelling of [address, `${address}.git`, address.toUpperCase(), `${address}/tree/main`])
      assert.equal((await (await givenPublisher()).say('squat', spelling)).status, 201)
    await owner.publish('tool', address)
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
  })

  it('stays with the first node with an active version, and both publishers see it in their logs', async () => {
    const [first, second] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository()
    assert.equal((await second.say('late', address)).status, 201)
    await first.publish('early', address)
    assert.equal(await repositoryOf(first.idOf('early')), address)
    const refusal = await refusalOf(await second.say('late', address, { version: '1.0.1' }))
    assert.match(refusal.error, /^duplicate: node with same repo already exists: /)
    assert.match(refusal.details, /prove it: publish by trusted publishing/)
  })

  it('goes to the first listed node when both are in progress', async () => {
    const [first, second] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository()
    await first.send('one', address)
    await second.send('two', `${address}.git`)
    await world.runJobs()
    const holders = [first.idOf('one'), second.idOf('two')]
    const addresses = await Promise.all(holders.map(repositoryOf))
    assert.equal(addresses.filter((one) => one !== undefined).length, 1)
    const loser = holders[addresses.indexOf(undefined)] ?? ''
    const keeper = holders.find((id) => id !== loser) ?? ''
    assert.deepEqual(await logOf(loser), ['node.repository-lost'])
    assert.deepEqual(await logOf(keeper), ['node.repository-kept'])
    assert.deepEqual([(await rowOf(loser)).repository_key, (await rowOf(loser)).github_stars], [null, 0])
  })

  it('goes to the publisher of a build from it, and the other node loses link and stars', async () => {
    const [evil, owner] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository('ci.test')
    await evil.publish('squat', address)
    await world.deps.db
      .updateTable('nodes')
      .set({ github_stars: 500 })
      .where('id', '=', evil.idOf('squat'))
      .execute()
    assert.equal((await owner.say('tool', address)).status, 400)
    await owner.publish('tool', address, { secret: await owner.build('tool', name) })
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
    const squat = await rowOf(evil.idOf('squat'))
    assert.deepEqual([squat.repository_url, squat.repository_key, squat.github_stars], ['', null, 0])
    assert.deepEqual(await logOf(squat.id), ['node.repository-lost'])
    assert.deepEqual(await logOf(owner.idOf('tool')), ['node.repository-kept'])
  })

  it('is not assigned by a build from another repository', async () => {
    const [holder, other] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository('ci.test')
    const elsewhere = newRepository('ci.test')
    await holder.publish('tool', address)
    const secret = await other.build('fork', elsewhere.name)
    assert.equal((await other.say('fork', address, { secret })).status, 400)
  })

  it('goes to the publisher whose owner administers it at the code host', async () => {
    const [evil, owner] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository()
    const [account = '', repositoryName = ''] = name.split('/')
    world.codeHost.addRepository({ owner: account, name: repositoryName, stars: 42 })
    await evil.publish('squat', address)
    await owner.publish('tool', '')
    await refused('not_repository_admin', evil.claim('squat', 'stranger'))
    await refused('not_repository_admin', owner.claim('tool', 'stranger', address))
    await owner.claim('tool', account, address)
    await world.runJobs()
    const tool = await rowOf(owner.idOf('tool'))
    assert.deepEqual([tool.repository_url, tool.repository_proof, tool.github_stars], [address, 'claim', 42])
    const squat = await rowOf(evil.idOf('squat'))
    assert.deepEqual([squat.repository_url, squat.github_stars], ['', 0])
  })

  it('stays with the publisher that proved it first, whatever others prove later', async () => {
    const [owner, other] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository('ci.test')
    await owner.publish('tool', address, { secret: await owner.build('tool', name) })
    const secret = await other.build('copy', name)
    const refusal = await refusalOf(await other.say('copy', address, { secret }))
    assert.equal(refusal.status, 400)
    assert.match(refusal.details, /has proven control of it/)
  })

  it('can belong to a draft with proof, which other publishers do not see', async () => {
    const [owner, other] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository()
    const [account = '', repositoryName = ''] = name.split('/')
    world.codeHost.addRepository({ owner: account, name: repositoryName, stars: 1 })
    await owner.say('tool', '')
    await owner.claim('tool', account, address)
    const { status, details } = await refusalOf(await other.say('squat', address))
    assert.equal(status, 400)
    assert.doesNotMatch(details, new RegExp(owner.publisherId))
  })

  it('requires a claim when an unclaimed node has it', async () => {
    const [stranger, racing] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository('ci.test')
    await racing.send('early', address)
    const unclaimed = await world.given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: address,
      repository_key: `ci.test/${name}`,
    })
    const { status, details } = await refusalOf(await stranger.say('squat', address))
    assert.equal(status, 400)
    assert.match(details, /claim it instead/)
    await world.runJobs()
    assert.equal((await rowOf(unclaimed.id)).repository_key, `ci.test/${name}`)
    assert.equal(await repositoryOf(racing.idOf('early')), undefined)
  })

  it('is free again after a ban of the node that holds it without proof', async () => {
    const [evil, owner] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository()
    await evil.publish('squat', address)
    await (await asAdmin(world)).call(banNode, {
      params: { publisherId: evil.publisherId, nodeId: evil.idOf('squat') },
    })
    await owner.publish('tool', address)
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
  })

  it('cannot be taken by an edit', async () => {
    const [holder, other] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository()
    await holder.publish('tool', address)
    await other.publish('other', '')
    const params = { publisherId: other.publisherId, nodeId: other.idOf('other') }
    const edit = other.owner.call(updateNode, { params, body: { repository: `${address}.git` } })
    await assert.rejects(edit, { status: 400, message: 'Failed to create node' })
  })

  it('is read only for the node that holds it', async () => {
    const publisher = await givenPublisher()
    const { name, address } = newRepository()
    const [account = '', repositoryName = ''] = name.split('/')
    world.codeHost.addRepository({ owner: account, name: repositoryName, stars: 9 })
    await publisher.say('draft', address)
    await world.runJobs()
    await followRepository(world.deps, { ...(await rowOf(publisher.idOf('draft'))), repository_url: address })
    assert.equal((await rowOf(publisher.idOf('draft'))).github_stars, 0)
  })

  it('is identified in turns of publishers, once for each node', async () => {
    const [busy, other] = [await givenPublisher(), await givenPublisher()]
    const name = async ({ publisherId, idOf, owner }: typeof busy, id: string) => {
      const params = { publisherId, nodeId: idOf(id) }
      await owner.call(updateNode, { params, body: { repository: newRepository().address } })
    }
    for (const id of ['a', 'b', 'c']) await busy.publish(id, '')
    await other.publish('d', '')
    for (const id of ['a', 'b', 'a', 'c', 'b']) await name(busy, id)
    await name(other, 'd')
    const { rows } = await world.deps.database.raw.query(
      `select data->>'nodeId' as id, priority from jobs.job
       where name = 'identify-repository' and state = 'created' order by priority desc, created_on`,
    )
    assert.deepEqual(rows, [
      { id: busy.idOf('a'), priority: 0 },
      { id: other.idOf('d'), priority: 0 },
      { id: busy.idOf('b'), priority: -1 },
      { id: busy.idOf('c'), priority: -2 },
    ])
  })
})

describe('nodes of one publisher in one repository', () => {
  it('need URLs with their folders, and the error explains that', async () => {
    const publisher = await givenPublisher()
    const { address } = newRepository()
    await publisher.say('a', address)
    const refusal = await refusalOf(await publisher.say('b', address))
    assert.equal(refusal.status, 400)
    assert.match(refusal.details, new RegExp(`^Your node ${publisher.idOf('a')} has this repository`))
    assert.match(refusal.details, /\/tree\/main\/packs\/b/)
  })

  it('share it, each in its own folder', async () => {
    const [publisher, other] = [await givenPublisher(), await givenPublisher()]
    const { address } = newRepository()
    await publisher.publish('a', address)
    await publisher.publish('b', `${address}/tree/main/packs/b`)
    await publisher.publish('c', `${address}/tree/main/packs/c`)
    assert.equal(await repositoryOf(publisher.idOf('b')), `${address}/tree/main/packs/b`)
    assert.equal(await repositoryOf(publisher.idOf('c')), `${address}/tree/main/packs/c`)
    assert.equal((await publisher.say('d', `${address}/tree/dev/packs/c/`)).status, 400)
    assert.equal((await other.say('e', `${address}/tree/main/packs/e`)).status, 400)
  })

  it('all lose it to a publisher that proves control', async () => {
    const [evil, owner] = [await givenPublisher(), await givenPublisher()]
    const { name, address } = newRepository('ci.test')
    await evil.publish('a', address)
    await evil.publish('b', `${address}/tree/main/packs/b`)
    await owner.publish('tool', address, { secret: await owner.build('tool', name) })
    for (const node of ['a', 'b']) assert.equal(await repositoryOf(evil.idOf(node)), undefined)
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
  })
})

describe('an address that names two repositories', () => {
  const hostile = (mine: string, theirs: string) => [
    `https://github.com/${mine}/../../${theirs}`,
    `https://github.com/${mine}/%2e%2e/%2e%2e/${theirs}`,
    `https://github.com\\${theirs.replace('/', '\\')}\\wiki\\@github.com/${mine}`,
    `https://evil.example\\@github.com/${theirs}`,
    `https://user@github.com/${mine}`,
    `https://github.com/${mine}/tree/main/../../../../${theirs}`,
  ]

  it('is refused wherever a publisher sends it', async () => {
    const victim = await givenPublisher()
    const evil = await givenPublisher()
    const [theirs, mine] = [newRepository(), newRepository()]
    await victim.publish('tool', theirs.address)
    await evil.publish('own', mine.address)
    world.codeHost.addRepository({ owner: 'acme', name: mine.name.split('/')[1] ?? '' })
    const { publisherId } = evil
    const path = { publisherId, nodeId: evil.idOf('own') }
    for (const repository of hostile(mine.name, theirs.name)) {
      const announced = await evil.say('own', repository, { version: '1.1.0' })
      assert.equal(announced.status, 400, repository)
      assert.equal(((await announced.json()) as { field?: string }).field, 'body.node.repository')
      const updated = await refused(
        'invalid_request',
        evil.owner.call(updateNode, { params: path, body: { repository } }),
      )
      assert.equal(updated.field, 'body.repository')
      const created = { id: `${publisherId}-new`, repository }
      await refused(
        'invalid_request',
        evil.owner.call(createNode, { params: { publisherId }, body: created }),
      )
      await refused('repository_unusable', evil.claim('own', 'acme', repository))
    }
    assert.equal(await repositoryOf(evil.idOf('own')), mine.address)
    assert.equal((await rowOf(evil.idOf('own'))).repository_proof, null)
  })

  it('is stored in its normal form otherwise', async () => {
    const owner = await givenPublisher()
    const { name, address } = newRepository()
    await owner.publish('tool', `git@github.com:${name}.git`)
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
    const params = { publisherId: owner.publisherId, nodeId: owner.idOf('tool') }
    await owner.owner.call(updateNode, {
      params,
      body: { repository: `http://www.GitHub.com/${name}/issues?x#y` },
    })
    assert.equal(await repositoryOf(owner.idOf('tool')), address)
  })
})
