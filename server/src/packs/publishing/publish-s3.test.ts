import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { installNode } from '@nodeyard/contract/packs'
import { announce, publish } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { type Swift, startSwift } from '../../../test/swift.ts'
import { useWorld } from '../../../test/world.ts'
import { s3Store } from '../../ground/blobs/s3.ts'
import { createTokenFor } from '../../operator/publishers.ts'

const swift = await startSwift()

describe('publishing to an object store', {
  skip: 'unavailable' in swift ? swift.unavailable : false,
}, () => {
  const { stop, endpoint, bucket, region, ...credentials } = swift as Swift
  const blobs = s3Store({ endpoint, bucket, region, credentials })
  const holder = useWorld({ blobs })
  after(() => stop())

  it('checks, lists and installs a version, and returns its bytes in full and in ranges', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const token = await createTokenFor(world.deps, publisherId, 'test')
    const who = { apiUrl, publisherId, token, nodeId: 'stored-elsewhere' }
    const archive = buildPack({ id: who.nodeId })
    await publish({ ...who, archive })
    await world.runJobs()
    assert.equal((await announce(who)).status, 400)

    const { downloadUrl = '' } = await world.anonymous.call(installNode, { params: { nodeId: who.nodeId } })
    const whole = await fetch(downloadUrl)
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), Buffer.from(archive))
    const part = await fetch(downloadUrl, { headers: { range: 'bytes=10-19' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(archive.subarray(10, 20)))
  })
})
