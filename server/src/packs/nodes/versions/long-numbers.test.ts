import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bulkVersions,
  getNode,
  getNodeVersion,
  installNode,
  listNodeVersions,
} from '@nodeyard/contract/packs'
import { publishAdvisory } from '@nodeyard/contract/safety'
import { rcompare, valid } from 'semver'
import { asAdmin } from '../../../../test/admin.ts'
import { announce } from '../../../../test/command-line-client.ts'
import { testPublisher } from '../../../../test/publishing.ts'
import { useWorld } from '../../../../test/world.ts'
import { createTokenFor } from '../../../operator/publishers.ts'

const holder = useWorld()

describe('versions with parts of ten or more digits', () => {
  const dated = ['1.0.999999999', '1.0.2508161414', '1.0.2608210019', '1.0.9007199254740991', '1.1.0']

  it('publishes, orders, compares and installs them like any other', async () => {
    const { world } = holder
    const { publish } = await testPublisher(world)
    const nodeId = 'dated-pack'
    for (const version of dated.toReversed()) await publish({ id: nodeId, version })
    const params = { nodeId }
    const listed = await world.anonymous.call(listNodeVersions, { params })
    const numbers = listed.map(({ version }) => version)
    assert.deepEqual(numbers, dated.toReversed())
    assert.deepEqual(numbers.toSorted(rcompare), numbers, 'npm’s semver sorts them in the same order')
    assert.equal((await world.anonymous.call(getNode, { params })).latest_version?.version, '1.1.0')
    for (const version of dated) {
      assert.equal(valid(version), version)
      const installed = await world.anonymous.call(installNode, { params, query: { version } })
      assert.equal(installed.version, version)
      assert(installed.downloadUrl?.endsWith(`/${version}/node.zip`))
      assert.equal((await world.fetch(installed.downloadUrl ?? '')).status, 200)
    }
    const bulk = await world.anonymous.call(bulkVersions, {
      body: { node_versions: dated.map((version) => ({ node_id: nodeId, version })) },
    })
    assert(bulk.node_versions.every(({ status }) => status === 'success'))
    const last = await world.anonymous.call(getNodeVersion, { params: { nodeId, version: '1.0.2608210019' } })
    assert.equal(last.capability_changes?.since, '1.0.2508161414')
  })

  it('matches them against the ranges of an advisory by number', async () => {
    const { world } = holder
    const { publish } = await testPublisher(world)
    const nodeId = 'dated-advisory'
    for (const version of dated) await publish({ id: nodeId, version })
    const { affected } = await (await asAdmin(world)).call(publishAdvisory, {
      body: {
        node_id: nodeId,
        severity: 'high',
        title: 'Leaks tokens',
        details: '',
        remedy: '',
        aliases: [],
        references: [],
        refuses_installs: false,
        versions: [],
        ranges: [{ introduced: '1.0.1000000000', fixed: '1.0.9007199254740991' }],
        archive_digests: [],
        file_digests: [],
      },
    })
    assert.deepEqual(
      affected.map(({ version }) => version),
      ['1.0.2608210019', '1.0.2508161414'],
    )
  })

  it('refuses numbers that npm’s semver cannot read', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const token = await createTokenFor(world.deps, publisherId, 'test')
    for (const version of ['1.0.9007199254740992', '99999999999999999999.0.0']) {
      assert.equal(valid(version), null)
      const answer = await announce({ apiUrl, publisherId, nodeId: 'too-long', token, version })
      assert.equal(answer.status, 400)
      assert.match(await answer.text(), /version_invalid.*up to 9007199254740991/)
    }
  })
})
