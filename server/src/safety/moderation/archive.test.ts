import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moderateVersion } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()

describe('the archive of a banned version', () => {
  it('is readable by admins only', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await testPublisher(world, { owner })
    await publisher.publish({ id: 'mined' })
    const archive = Buffer.from(buildPack({ id: 'mined' }))
    const body = { status: 'NodeVersionStatusBanned' as const, status_reason: 'It mines coins.' }
    const params = { nodeId: 'mined', version: '1.0.0' }
    await (await asAdmin(world)).call(moderateVersion, { params, body })

    const path = '/nodes/mined/versions/1.0.0/node.zip'
    const admin = await world.given.user({ is_admin: true })
    const bearer = async (user: typeof admin) => ({ authorization: `Bearer ${await world.tokenOf(user)}` })
    const read = async (url: string, headers: Record<string, string> = {}) => world.inject({ url, headers })
    const whole = await read(`/admin${path}`, await bearer(admin))
    assert.deepEqual([whole.statusCode, whole.headers['cache-control']], [200, 'no-store'])
    assert.deepEqual(whole.rawPayload, archive)
    const start = await read(`/admin${path}`, { ...(await bearer(admin)), range: 'bytes=0-3' })
    assert.deepEqual([start.statusCode, start.rawPayload], [206, archive.subarray(0, 4)])

    assert.equal((await read(path, await bearer(admin))).statusCode, 404)
    assert.equal((await read(`/admin${path}`)).statusCode, 401)
    assert.equal((await read(`/admin${path}`, await bearer(owner))).statusCode, 403)
    const missing = await read('/admin/nodes/mined/versions/9.9.9/node.zip', await bearer(admin))
    assert.equal(missing.statusCode, 404)
  })
})
