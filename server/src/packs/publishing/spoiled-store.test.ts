import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { diskStore } from '../../ground/blobs/disk.ts'
import type { BlobStore } from '../../ground/blobs/store.ts'
import { createTokenFor } from '../../operator/publishers.ts'

const root = mkdtempSync(join(tmpdir(), 'nodeyard-spoiled-'))
after(() => rm(root, { recursive: true, force: true }))
const honest = diskStore({ root })
let isSpoiled = false
const blobs: BlobStore = {
  ...honest,
  async read(key, range) {
    const bytes = await buffer(await honest.read(key, range))
    if (isSpoiled) bytes[0] = (bytes[0] ?? 0) ^ 0xff
    return Readable.from([bytes])
  },
}
const holder = useWorld({ blobs })

describe('a store that damages archives', () => {
  it('never causes a refusal of an honest archive or a download of other bytes', async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const { id: publisherId } = await world.given.publisher()
    const token = await createTokenFor(world.deps, publisherId, 'test')
    const archive = buildPack({ id: 'tide-masks' })
    const announced = await announce({ apiUrl, publisherId, nodeId: 'tide-masks', token })
    const { signedUrl } = (await announced.json()) as AnnounceAnswer
    isSpoiled = true
    const refused = await upload(signedUrl, archive)
    assert.equal(refused.status, 503, await refused.text())
    isSpoiled = false
    const taken = await upload(signedUrl, archive)
    assert.equal(taken.status, 200, await taken.text())
    await world.runJobs()

    const url = `${apiUrl}/nodes/tide-masks/versions/1.0.0/node.zip`
    isSpoiled = true
    await assert.rejects(fetch(url).then((answer) => answer.arrayBuffer()))
    isSpoiled = false
    assert.deepEqual(new Uint8Array(await (await fetch(url)).arrayBuffer()), new Uint8Array(archive))
  })
})
