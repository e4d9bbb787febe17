import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Problem } from '@nodeyard/contract/ground'
import { createNode, getNode } from '@nodeyard/contract/packs'
import { announce } from '../../../test/command-line-client.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()

describe('a node id that is reserved on Windows', () => {
  const devices = ['CON', 'prn', 'Aux', 'nul', 'COM1', 'lpt9', 'con.pack', 'nul.tar.gz']

  it('is refused for a new node', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const owner = await world.given.user()
    const { id: publisherId } = await world.given.publisher({ owner })
    const { secret: token } = await world.given.token({ publisher_id: publisherId })
    for (const nodeId of devices) {
      const answer = await announce({ apiUrl, publisherId, nodeId, token })
      const { error, message } = (await answer.json()) as Problem
      assert.deepEqual([answer.status, error], [400, 'node_id_reserved'], nodeId)
      assert.match(message, /Windows/)
      const create = world.as(owner).call(createNode, { params: { publisherId }, body: { id: nodeId } })
      await refused('node_id_reserved', create)
    }
    for (const nodeId of ['con-fig', 'console', 'com10x', 'my.con', 'auxiliary'])
      assert.equal((await announce({ apiUrl, publisherId, nodeId, token })).status, 201, nodeId)
  })

  it('stays valid for an existing node', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const { secret: token } = await world.given.token({ publisher_id: publisherId })
    const { id: nodeId } = await world.given.node({ id: 'AUX', publisher_id: publisherId })
    assert.equal((await announce({ apiUrl, publisherId, nodeId, token })).status, 201)
  })
})

describe('a version number that is taken', () => {
  it('is refused with the next steps in the details', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const { secret: token } = await world.given.token({ publisher_id: publisherId })
    const { node_id: nodeId } = await world.given.version({
      node_id: (await world.given.node({ publisher_id: publisherId })).id,
      version: '1.2.0',
    })
    const answer = await announce({ apiUrl, publisherId, nodeId, token, version: 'v1.2' })
    const { error, message, details } = (await answer.json()) as Problem
    assert.deepEqual(
      [answer.status, error, message],
      [400, 'version_taken', 'The node version already exists'],
    )
    assert.deepEqual(details, [
      'Version 1.2.0 was published before. Raise the version in pyproject.toml and publish again.',
    ])
  })
})

describe('the license of a node', () => {
  it('is read from the file that the project file names', async () => {
    const { world } = holder
    const { publish } = await testPublisher(world)
    const id = 'licensed-pack'
    const project = `[project]\nname = "${id}"\nversion = "1.0.0"\nlicense = { file = "LICENSE" }\n`
    const license = await readFile(new URL('../../../../LICENSE', import.meta.url), 'utf8')
    await publish({ id, files: { 'pyproject.toml': project, LICENSE: license } })
    const node = await world.anonymous.call(getNode, { params: { nodeId: id } })
    assert.equal(node.license_name, 'Apache-2.0')
  })
})
