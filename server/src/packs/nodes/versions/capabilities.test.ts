import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNodeVersion } from '@nodeyard/contract/packs'
import { testPublisher } from '../../../../test/publishing.ts'
import { useWorld } from '../../../../test/world.ts'

const holder = useWorld()

const fetching = (host: string) =>
  `import requests\ndef load():\n    return requests.get("https://${host}/list").text\n`

describe('capabilities of a version', () => {
  it('lists what the code of a version can do, and what changed since the active version below it', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const id = `${publisher.id}-blur`
    await publisher.publish({ id, files: { 'extra.py': fetching('one.example.org') } })
    await publisher.publish({ id, version: '1.1.0', files: { 'extra.py': fetching('two.example.org') } })
    const read = (version: string) =>
      world.anonymous.call(getNodeVersion, { params: { nodeId: id, version } })
    const first = await read('1.0.0')
    assert.deepEqual(
      first.capabilities?.map(({ kind, subject }) => `${kind} ${subject}`),
      ['network one.example.org'],
    )
    assert.equal(first.capability_changes, undefined)
    const { capability_changes: changes } = await read('1.1.0')
    assert.deepEqual(changes, {
      since: '1.0.0',
      gained: [{ kind: 'network', subject: 'two.example.org', evidence: [{ file: 'extra.py', line: 3 }] }],
      lost: [{ kind: 'network', subject: 'one.example.org', evidence: [{ file: 'extra.py', line: 3 }] }],
    })
  })
})
