import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type BodyOf, type NodeVersionStatus, type Registry, registryAt } from '@nodeyard/contract/ground'
import { getNode } from '@nodeyard/contract/packs'
import { getVersionHistory, moderateVersion } from '@nodeyard/contract/safety'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { signAdminToken } from '../../people/identity/admin-token.ts'
import { toActor } from '../../people/identity/users.ts'

const registry = useWorld()
let admin: Registry
let nodeId: string

beforeEach(async () => {
  const { world } = registry
  const { token } = await signAdminToken(world.deps, toActor(await world.given.user({ is_admin: true })))
  admin = registryAt('http://registry.test', (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return world.fetch(input, { ...init, headers })
  })
  nodeId = (await world.given.node()).id
})

const given = (version: string, part: object = {}) =>
  registry.world.given.version({ node_id: nodeId, version, ...part })
const moderate = (version: string, body: BodyOf<typeof moderateVersion>) =>
  admin.call(moderateVersion, { params: { nodeId, version }, body })
const latest = async () =>
  (await registry.world.anonymous.call(getNode, { params: { nodeId } })).latest_version?.version

describe('moderating a version', () => {
  it('can be undone step by step from the history, and updates the latest version', async () => {
    await given('1.0.0')
    await given('1.1.0', { status: 'flagged', status_reason: 'Runs what it downloads.' })
    await moderate('1.1.0', { status: 'NodeVersionStatusActive', status_reason: 'Harmless.' })
    assert.equal(await latest(), '1.1.0')
    await moderate('1.1.0', { status: 'NodeVersionStatusBanned', status_reason: 'It mines coins.' })
    assert.equal(await latest(), '1.0.0')

    const params = { nodeId, version: '1.1.0' }
    const { events } = await admin.call(getVersionHistory, { params })
    assert.deepEqual(
      events.map(({ action }) => action),
      ['version.approve', 'version.ban'],
    )
    const wire = { flagged: 'NodeVersionStatusFlagged', active: 'NodeVersionStatusActive' } as const
    for (const { before } of events.toReversed()) {
      const { status, status_reason } = before as { status: keyof typeof wire; status_reason: string }
      const undone = await moderate('1.1.0', { status: wire[status], status_reason })
      assert.deepEqual([undone.status, undone.status_reason], [wire[status], status_reason])
    }
    assert.equal(await latest(), '1.0.0')
    const { events: all } = await admin.call(getVersionHistory, { params })
    assert.deepEqual(
      all.map(({ action }) => action),
      ['version.approve', 'version.ban', 'version.approve', 'version.reflag'],
    )
  })

  it('restores a deleted version', async () => {
    await given('1.0.0')
    await moderate('1.0.0', { status: 'NodeVersionStatusDeleted' })
    assert.equal(await latest(), undefined)
    await moderate('1.0.0', { status: 'NodeVersionStatusActive' })
    assert.equal(await latest(), '1.0.0')
  })

  it('keeps status and reason when only the range changes', async () => {
    await given('1.0.0', { status: 'banned', status_reason: 'It mines coins.' })
    const changed = await moderate('1.0.0', { supported_comfyui_version: '>=1.0.0' })
    assert.deepEqual(
      [changed.status, changed.status_reason, changed.supported_comfyui_version],
      ['NodeVersionStatusBanned', 'It mines coins.', '>=1.0.0'],
    )
  })

  it('refuses to make a version without an archive visible', async () => {
    await registry.world.given.announcedVersion({ node_id: nodeId, version: '2.0.0' })
    const visible: NodeVersionStatus[] = [
      'NodeVersionStatusActive',
      'NodeVersionStatusFlagged',
      'NodeVersionStatusBanned',
    ]
    for (const status of visible) await refused('version_has_no_archive', moderate('2.0.0', { status }))
  })
})
