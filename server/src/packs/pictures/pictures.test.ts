import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import {
  deleteNode,
  getNode,
  removeNodePicture,
  updateNode,
  uploadNodePicture,
} from '@nodeyard/contract/packs'
import {
  getPublisher,
  removePublisherPhoto,
  updatePublisher,
  uploadPublisherPhoto,
} from '@nodeyard/contract/people'
import { animatedPng, claimedPng, middleOf, picture } from '../../../test/pictures.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { findSiteFile } from '../../discovery/site-files/find.ts'
import { pictureKey } from '../../ground/pictures/stored.ts'
import { listLooks } from '../looks/sql.ts'
import { sweepPictures } from './jobs.ts'

const holder = useWorld()
const file = (path: string) => findSiteFile(holder.world.deps, path)

async function ownedNode(part: Parameters<typeof holder.world.given.node>[0] = {}) {
  const { given } = holder.world
  const owner = await given.user()
  const publisher = await given.publisher({ owner })
  const node = await given.node({ publisher_id: publisher.id, ...part })
  const params = { publisherId: publisher.id, nodeId: node.id }
  return { owner, publisher, node, params, api: holder.world.as(owner) }
}

const upload = (bytes: Uint8Array) => ({ data: Buffer.from(bytes).toString('base64') })
const pathOf = (address = '') => address.replace(holder.world.deps.config.siteUrl, '').split('?')[0] ?? ''

describe('an uploaded picture of a node', () => {
  it('is encoded again without metadata, and shown as icon and on cards', async () => {
    const { node, params, api } = await ownedNode()
    const icon = picture('jpeg', 800, 800, { comment: 'taken at home' })
    assert.ok(icon.includes('taken at home'))
    const made = await api.call(uploadNodePicture, {
      params: { ...params, kind: 'icon' },
      body: upload(icon),
    })
    assert.match(made.icon ?? '', /\/pictures\/nodes\/[^/]+\?v=[0-9a-f]{8}$/)
    const shown = await file(pathOf(made.icon))
    assert.deepEqual([shown?.status, shown?.headers['content-type']], [200, 'image/webp'])
    const body = shown?.body ?? Buffer.alloc(0)
    assert.ok(!body.includes('taken at home') && !body.includes('EXIF'))
    const banner = upload(picture('png', 1600, 700))
    const both = await api.call(uploadNodePicture, { params: { ...params, kind: 'banner' }, body: banner })
    for (const path of [pathOf(both.banner_url), `/pictures/nodes/${node.id}/card`])
      assert.equal((await file(path))?.status, 200, path)
    const [look] = await listLooks(holder.world.deps.db, [node])
    assert.equal(look?.hasPicture, true)
    const detail = await holder.world.anonymous.call(getNode, { params })
    assert.deepEqual(
      [detail.icon, detail.banner_url, detail.uploaded_pictures],
      [both.icon, both.banner_url, ['icon', 'banner']],
    )
  })

  it('is the first frame of an animation', async () => {
    const { params, api } = await ownedNode()
    const animations = {
      gif: picture('gif', 60, 60, { frames: 3 }),
      webp: picture('webp', 60, 60, { frames: 3 }),
      apng: animatedPng(60, 60),
    }
    for (const [name, bytes] of Object.entries(animations)) {
      const { icon } = await api.call(uploadNodePicture, {
        params: { ...params, kind: 'icon' },
        body: upload(bytes),
      })
      const shown = (await file(pathOf(icon)))?.body ?? Buffer.alloc(0)
      const [, green = 255] = middleOf(shown)
      assert.ok(green < 30 && !shown.includes('ANIM'), `${name}: ${green}`)
    }
  })

  const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const kilobytes = (count: number) => Buffer.alloc(count * 1024, 7)
  const bad = {
    'a text named like a picture': ['picture_unreadable', Buffer.from('not a picture')],
    nothing: ['picture_unreadable', Buffer.alloc(0)],
    'half of a PNG': ['picture_unreadable', picture('png', 300, 300).subarray(0, 400)],
    'half of a JPEG': ['picture_unreadable', picture('jpeg', 900, 900).subarray(0, 2000)],
    'half of a WebP': ['picture_unreadable', halfOf(picture('webp', 900, 900))],
    'half of a GIF': ['picture_unreadable', halfOf(picture('gif', 300, 300))],
    'a damaged PNG': ['picture_unreadable', Buffer.concat([claimedPng(300, 300), kilobytes(1)])],
    'a header of 40,000 pixels': ['picture_too_many_pixels', claimedPng(40_000, 40_000)],
    'a header of 39 million pixels with 8 bytes each': [
      'picture_too_many_pixels',
      claimedPng(6300, 6300, { bits: 16, hasAlpha: true }),
    ],
    'a drawing with a script': [
      'picture_is_drawing',
      Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      ),
    ],
    'a dot': ['picture_too_small', picture('png', 8, 8)],
    'a line': ['picture_too_small', picture('png', 400, 20)],
    'one byte too many': ['picture_too_large', Buffer.alloc(limits.uploadedPictureBytes + 1)],
  } as const
  for (const [what, [code, bytes]] of Object.entries(bad))
    it(`is not ${what}`, async () => {
      const { params, api } = await ownedNode({ icon_url: 'https://pictures.test/a.png' })
      const problem = await refused(
        code,
        api.call(uploadNodePicture, { params: { ...params, kind: 'icon' }, body: upload(bytes) }),
      )
      assert.equal(problem.field, 'body.data')
      const { icon } = await holder.world.anonymous.call(getNode, { params })
      assert.equal(icon, 'https://pictures.test/a.png', 'nothing is lost')
    })

  it('is not a text in another encoding than base64, or over the limit of the request', async () => {
    const { params, api } = await ownedNode()
    const send = (data: string) =>
      api.call(uploadNodePicture, { params: { ...params, kind: 'icon' }, body: { data } })
    await refused('picture_unreadable', send('%%%'))
    await refused('body_too_large', send('A'.repeat(2 * limits.uploadedPictureBytes)))
  })

  it('can have 2 MB', async () => {
    const { params, api } = await ownedNode()
    const small = picture('jpeg', 300, 300)
    const padding = Buffer.alloc(limits.uploadedPictureBytes - small.length, 0)
    const { icon } = await api.call(uploadNodePicture, {
      params: { ...params, kind: 'icon' },
      body: upload(Buffer.concat([small, padding])),
    })
    assert.ok(
      ((await file(pathOf(icon)))?.body.length ?? 0) < 10_000,
      'what follows the picture is not stored',
    )
  })

  it('stays when nodes are sent back as read and when versions are published, until another address is set', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const [owner] = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', publisher.ownerId)
      .execute()
    assert.ok(owner)
    const api = world.as(owner)
    await publisher.publish({ id: 'kept' })
    const params = { publisherId: publisher.id, nodeId: 'kept' }
    const icon = { ...params, kind: 'icon' } as const
    const uploaded = await api.call(uploadNodePicture, { params: icon, body: upload(picture('png', 64, 64)) })
    assert.equal(
      (await api.call(updateNode, { params, body: { icon: uploaded.icon ?? '' } })).icon,
      uploaded.icon,
    )
    await publisher.publish({ id: 'kept', version: '1.1.0' })
    const now = await world.anonymous.call(getNode, { params })
    assert.deepEqual([now.icon, now.latest_version?.version], [uploaded.icon, '1.1.0'])
    assert.equal(
      (await api.call(removeNodePicture, { params: icon })).icon,
      undefined,
      'clients announce an empty one',
    )
    await api.call(uploadNodePicture, { params: icon, body: upload(picture('png', 64, 64)) })
    assert.equal((await api.call(updateNode, { params, body: { icon: '' } })).icon, undefined)
  })

  it('is set by owners alone, in the audit log', async () => {
    const { world } = holder
    const { owner, node, params } = await ownedNode()
    const body = upload(picture('png', 64, 64))
    const icon = { ...params, kind: 'icon' } as const
    const stranger = world.as(await world.given.user())
    await refused('not_publisher_owner', stranger.call(uploadNodePicture, { params: icon, body }))
    await refused('missing_credential', world.anonymous.call(uploadNodePicture, { params: icon, body }))
    await world.as(owner).call(uploadNodePicture, { params: icon, body })
    const [event] = (await world.events(node.id)).slice(-1)
    assert.deepEqual([event?.action, Object.keys(event?.after ?? {})], ['node.update', ['icon_upload']])
  })

  it('is hidden with its node', async () => {
    const { params, api, node } = await ownedNode()
    const body = upload(picture('png', 300, 300))
    for (const kind of ['icon', 'banner'] as const)
      await api.call(uploadNodePicture, { params: { ...params, kind }, body })
    await api.call(deleteNode, { params })
    for (const path of ['', '/banner', '/card'])
      assert.equal((await file(`/pictures/nodes/${node.id}${path}`))?.status, 404, path)
  })

  it('is deleted once nothing shows it', async () => {
    const { world } = holder
    const { params, api, node } = await ownedNode()
    const icon = { ...params, kind: 'icon' } as const
    await api.call(uploadNodePicture, { params: icon, body: upload(picture('png', 77, 77)) })
    const { icon_upload: digest } = await world.deps.db
      .selectFrom('nodes')
      .select('icon_upload')
      .where('id', '=', node.id)
      .executeTakeFirstOrThrow()
    const isStored = async () => (await world.deps.blobs.stat(pictureKey(digest))) !== undefined
    const sweep = () => sweepPictures.run(world.deps, {}, new AbortController().signal)
    await api.call(removeNodePicture, { params: icon })
    await sweep()
    assert.equal(await isStored(), true, 'a young one may be of an upload in progress')
    await api.call(uploadNodePicture, { params: icon, body: upload(picture('png', 77, 77)) })
    world.advance(2 * 3600_000)
    await sweep()
    assert.equal(await isStored(), true)
    await api.call(removeNodePicture, { params: icon })
    await sweep()
    assert.equal(await isStored(), false)
  })
})

describe('the photo of a publisher', () => {
  it('is uploaded, sent back as read, replaced and removed', async () => {
    const { world } = holder
    const { owner, publisher } = await ownedNode()
    const api = world.as(owner)
    const params = { publisherId: publisher.id }
    await api.call(updatePublisher, { params, body: { logo: 'https://pictures.test/logo.png' } })
    const made = await api.call(uploadPublisherPhoto, { params, body: upload(picture('png', 90, 90)) })
    assert.equal((await file(pathOf(made.logo)))?.headers['content-type'], 'image/webp')
    const { logo } = await world.anonymous.call(getPublisher, { params })
    assert.equal(logo, made.logo)
    assert.equal((await api.call(updatePublisher, { params, body: { logo, name: 'New' } })).logo, logo)
    const removed = await api.call(removePublisherPhoto, { params })
    assert.equal(removed.logo, 'https://pictures.test/logo.png')
    await api.call(uploadPublisherPhoto, { params, body: upload(picture('png', 90, 90)) })
    const replaced = await api.call(updatePublisher, { params, body: { logo: '' } })
    assert.equal(replaced.logo, '')
    const stranger = world.as(await world.given.user())
    await refused('not_publisher_owner', stranger.call(removePublisherPhoto, { params }))
  })
})
