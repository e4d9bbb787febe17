import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type Registry, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { getNode, type Node, type NodeFields, updateNode } from '@nodeyard/contract/packs'
import { getPublisher } from '@nodeyard/contract/people'
import { asAdmin } from '../../../test/admin.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
let owner: Registry
let admin: Registry
let adminWithToken: Registry
let publisherId: string
let nodeId: string

beforeEach(async () => {
  const { world } = registry
  const user = await world.given.user()
  publisherId = (await world.given.publisher({ owner: user })).id
  owner = world.as(user)
  admin = world.as(await world.given.user({ is_admin: true }))
  adminWithToken = await asAdmin(world)
  nodeId = (await world.given.node({ publisher_id: publisherId })).id
})

const update = (as: Registry, body: object) =>
  as.call(updateNode, { params: { publisherId, nodeId }, body: body as NodeFields })

/**
 * Lists every field of the body with a value that differs from a new node's, and who can set it. Source: API
 * contract 11.3.
 */
const fields: Record<keyof NodeFields, { value: unknown; by: 'owner' | 'admin' | 'nobody' }> = {
  id: { value: undefined, by: 'nobody' },
  name: { value: 'Another', by: 'owner' },
  description: { value: 'Another.', by: 'owner' },
  author: { value: 'Somebody', by: 'owner' },
  category: { value: 'image', by: 'owner' },
  license: { value: '{"text":"MIT"}', by: 'owner' },
  repository: { value: 'https://github.com/acme/another', by: 'owner' },
  icon: { value: 'https://acme.example/icon.png', by: 'owner' },
  banner_url: { value: 'https://acme.example/banner.png', by: 'owner' },
  tags: { value: ['blur'], by: 'owner' },
  supported_os: { value: ['Linux'], by: 'owner' },
  supported_accelerators: { value: ['CUDA'], by: 'owner' },
  supported_comfyui_version: { value: '>=1.0.0', by: 'owner' },
  supported_comfyui_frontend_version: { value: '>=2.0.0', by: 'owner' },
  tags_admin: { value: ['unsafe'], by: 'admin' },
  status_detail: { value: 'Looked at.', by: 'admin' },
  search_ranking: { value: 3, by: 'admin' },
  preempted_comfy_node_names: { value: ['Blur'], by: 'admin' },
  status: { value: 'NodeStatusBanned', by: 'admin' },
  publisher: { value: undefined, by: 'nobody' },
}
/** Read-only fields that clients send back. */
const onlyRead: Partial<Node> = {
  downloads: 99,
  rating: 5,
  github_stars: 99,
  created_at: '2020-01-01T00:00:00.000Z',
  translations: { fr: { name: 'Autre' } },
}

describe('an update of a node', () => {
  for (const [field, { value, by }] of Object.entries(fields).filter(([, { by }]) => by !== 'nobody')) {
    it(`sets ${field} for an ${by}${by === 'admin' ? ' and ignores it from an owner' : ' and for an admin'}`, async () => {
      const read = async () =>
        (await admin.call(getNode, { params: { nodeId } }))[field as keyof Node] as unknown
      const before = await read()
      assert.notDeepEqual(before, value)
      await update(owner, { [field]: value })
      assert.deepEqual(await read(), by === 'owner' ? value : before)
      await update(field === 'status' ? adminWithToken : admin, { [field]: value })
      assert.deepEqual(await read(), value)
    })
  }

  it('moves the node to another publisher for an admin, not for an owner', async () => {
    const { id } = await registry.world.given.publisher()
    assert.equal((await update(owner, { publisher: { id } })).publisher.id, publisherId)
    assert.equal((await update(adminWithToken, { publisher: { id } })).publisher.id, id)
    await refused('publisher_not_found', update(adminWithToken, { publisher: { id: 'nobody' } }))
  })

  it('bans and moves the node by the admin token only; a sign-in is enough to lift the ban', async () => {
    const { id } = await registry.world.given.publisher()
    await refused('admin_token_required', update(admin, { publisher: { id } }))
    await refused('admin_token_required', update(admin, { status: 'NodeStatusBanned' }))
    await update(adminWithToken, { status: 'NodeStatusBanned' })
    const unbanned = await update(admin, { status: 'NodeStatusActive', publisher: { id: publisherId } })
    assert.equal(unbanned.status, 'NodeStatusActive')
  })

  it("transfers an unclaimed node to a publisher by an admin's sign-in", async () => {
    const { given } = registry.world
    const { id } = await given.node({ publisher_id: unclaimedPublisherId })
    const target = await given.publisher()
    const params = { publisherId: unclaimedPublisherId, nodeId: id }
    const publisher = await admin.call(getPublisher, { params: { publisherId: target.id } })
    await refused('not_publisher_owner', owner.call(updateNode, { params, body: { publisher } }))
    const moved = await admin.call(updateNode, { params, body: { publisher } })
    assert.equal(moved.publisher.id, target.id)
    const back = { publisher: { id: unclaimedPublisherId } }
    const moveBack = admin.call(updateNode, { params: { publisherId: target.id, nodeId: id }, body: back })
    await refused('admin_token_required', moveBack)
  })

  it('ignores read-only fields, also from an admin, and accepts unknown members', async () => {
    const read = () => admin.call(getNode, { params: { nodeId }, query: { include_translations: true } })
    const { updated_at: _, ...before } = await read()
    for (const as of [owner, admin]) {
      await update(as, {
        ...onlyRead,
        isAdmin: true,
        publisher_id: 'acme',
        star_total: 5,
        __proto__: { x: 1 },
      })
    }
    const { updated_at: __, ...after } = await read()
    assert.deepEqual(after, before)
  })

  it('changes and records nothing for a whole node as it was read', async () => {
    const { world } = registry
    const node = await owner.call(getNode, { params: { nodeId } })
    for (const as of [owner, admin]) await update(as, node)
    assert.deepEqual(await world.events(nodeId), [])
  })

  it('keeps missing and null fields and clears empty ones', async () => {
    await update(owner, { author: 'Somebody', tags: ['blur'] })
    await update(owner, { author: null, description: 'New.' })
    assert.equal((await owner.call(getNode, { params: { nodeId } })).author, 'Somebody')
    const emptied = await update(owner, { author: '', tags: [] })
    assert.deepEqual([emptied.author, emptied.tags], [undefined, []])
  })

  it('refuses an id that differs from the path', async () => {
    const problem = await refused('invalid_request', update(owner, { id: 'another' }))
    assert.equal(problem.field, 'body.id')
  })
})

describe('the table of fields', () => {
  it('covers every field of the body in the table', async () => {
    const { NodeFields: shape } = await import('@nodeyard/contract/packs')
    assert.deepEqual(Object.keys(fields).sort(), Object.keys(shape.properties).sort())
  })
})
