import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createPublisher, deletePublisher, updatePublisher } from '@nodeyard/contract/people'
import { useWorld } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { reindexEverything } from '../search/reindex.ts'
import { findSiteFile } from './find.ts'

const holder = useWorld({}, { SITE_URL: 'https://site.test', SECURITY_CONTACT: 'mailto:safe@site.test' })

async function get(path: string) {
  const file = await findSiteFile(holder.world.deps, path)
  return file && { type: String(file.headers['content-type']), text: file.body.toString(), body: file.body }
}

describe('generated files of the site', () => {
  it('are set up with a released node', async () => {
    const { given, deps } = holder.world
    await given.publisher({ id: 'acme', name: 'Acme & <Sons>' })
    await given.node({
      id: 'blur',
      name: 'Blur <b>',
      publisher_id: 'acme',
      tags: ['Image'],
      downloads: 12_345,
    })
    await given.version({
      node_id: 'blur',
      version: '1.2.0',
      changelog: 'New: a "soft" mode & ]]> more.\u0001',
    })
    await given.node({ id: 'quiet', publisher_id: 'acme' })
    await reindexEverything(deps)
  })

  for (const path of ['/feed', '/nodes/blur/feed', '/publishers/acme/feed', '/tags/image/feed']) {
    it(`include the release in ${path}`, async () => {
      const atom = await get(`${path}.atom`)
      assert.match(atom?.type ?? '', /^application\/atom\+xml/)
      assert.match(atom?.text ?? '', /<entry>.*Blur &#60;b&#62; 1\.2\.0/)
      assert.doesNotMatch(atom?.text ?? '', /\u0001|<b>|<Sons>/)
      const json = JSON.parse((await get(`${path}.json`))?.text ?? '')
      assert.equal(json.feed_url, `https://site.test${path}.json`)
      assert.deepEqual(
        json.items.map(({ url, title }: { url: string; title: string }) => [url, title]),
        [['https://site.test/nodes/blur/versions/1.2.0', 'Blur <b> 1.2.0']],
      )
    })
  }

  it('include an empty feed of a node without releases, but no feed of a missing node', async () => {
    assert.equal(await get('/nodes/nothing/feed.atom'), undefined)
    assert.equal(await get('/publishers/nobody/feed.json'), undefined)
    assert.deepEqual(JSON.parse((await get('/nodes/quiet/feed.json'))?.text ?? '').items, [])
  })

  it('update a feed after a release', async () => {
    const { world } = holder
    await get('/nodes/quiet/feed.json')
    await world.given.version({ node_id: 'quiet' })
    await transact(world.deps, async (tx) => markChanged(tx, 'nodes'))
    assert.equal(JSON.parse((await get('/nodes/quiet/feed.json'))?.text ?? '').items.length, 1)
  })

  it('include commits that were read in the feeds of a node and of its tags, unless it is held back', async () => {
    const { world } = holder
    const { given, deps } = world
    const node = await given.node({ id: 'unclaimed', name: 'Grain', tags: ['Noise'] })
    const commit = 'c'.repeat(40)
    const readAt = world.now()
    const nextYear = new Date(readAt.getTime() + 365 * 24 * 3600_000)
    const reading = { node_id: node.id, commit_id: commit, read_at: readAt, committed_at: nextYear }
    const { id } = await given.reading(reading, [])
    await reindexEverything(deps)
    const itemsOf = async (path: string) => JSON.parse((await get(path))?.text ?? '').items
    for (const path of ['/nodes/unclaimed/feed.json', '/tags/noise/feed.json']) {
      const [item] = await itemsOf(path)
      assert.deepEqual(
        [item.title, item.url, item.date_published],
        ['Grain ccccccc', 'https://site.test/nodes/unclaimed', readAt.toISOString()],
      )
      assert.match(item.content_text, /^Commit c{40} of /)
    }
    assert.ok((await itemsOf('/feed.json')).every(({ title }: { title: string }) => !/Grain/.test(title)))
    await deps.db.updateTable('node_readings').set({ verdict: 'held' }).where('id', '=', id).execute()
    await transact(deps, async (tx) => markChanged(tx, 'nodes'))
    assert.deepEqual(await itemsOf('/nodes/unclaimed/feed.json'), [])
  })

  it('include badges for the version and the installs', async () => {
    const version = await get('/badges/BLUR/version.svg')
    assert.equal(version?.type, 'image/svg+xml')
    assert.match(version?.text ?? '', /aria-label="registry: v1\.2\.0"/)
    assert.match((await get('/badges/blur/downloads.svg'))?.text ?? '', /installs: 12K/)
    assert.equal(await get('/badges/nothing/version.svg'), undefined)
  })

  it('include share pictures for names in any script', async () => {
    await holder.world.given.node({ id: 'kanji', name: '画像🎛️', description: '説明 '.repeat(100) })
    for (const path of ['/share.png', '/nodes/blur/share.png', '/nodes/kanji/share.png']) {
      const file = await get(path)
      assert.equal(file?.type, 'image/png')
      assert.equal(file?.body.readUInt32BE(16), 1200)
    }
    assert.equal(await get('/nodes/nothing/share.png'), undefined)
  })

  it('include a sitemap with every node in every language', async () => {
    assert.match((await get('/sitemap.xml'))?.text ?? '', /sitemap-pages\.xml.*sitemap-nodes-1\.xml/)
    const nodes = (await get('/sitemap-nodes-1.xml'))?.text ?? ''
    assert.match(nodes, /<loc>https:\/\/site\.test\/nodes\/blur<\/loc>/)
    assert.match(nodes, /hreflang="ar" href="https:\/\/site\.test\/ar\/nodes\/blur"/)
    const sitePages = (await get('/sitemap-pages.xml'))?.text ?? ''
    for (const path of ['/publishers/acme', '/advisories', '/docs/publish'])
      assert.ok(sitePages.includes(`<loc>https://site.test${path}</loc>`), path)
    assert.equal(await get('/sitemap-nodes-2.xml'), undefined)
    assert.equal(await get('/sitemap-other.xml'), undefined)
  })

  it('reflect a new, renamed or deleted publisher at once in the sitemap and its feed', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const isInSitemap = async () =>
      (await get('/sitemap-pages.xml'))?.text.includes('<loc>https://site.test/publishers/lone</loc>')
    const titleOfFeed = async () => JSON.parse((await get('/publishers/lone/feed.json'))?.text ?? '{}').title
    assert.equal(await isInSitemap(), false)
    await world.as(owner).call(createPublisher, { body: { id: 'lone', name: 'Lone' } })
    assert.equal(await isInSitemap(), true)
    assert.match(await titleOfFeed(), /^Lone ·/)
    const params = { publisherId: 'lone' }
    await world.as(owner).call(updatePublisher, { params, body: { name: 'Together' } })
    assert.match(await titleOfFeed(), /^Together ·/)
    await world.as(owner).call(deletePublisher, { params })
    assert.deepEqual([await isInSitemap(), await titleOfFeed()], [false, undefined])
  })

  it('update the badge of installs after an install', async () => {
    const { deps, given } = holder.world
    const { id } = await given.node({ downloads: 7 })
    assert.match((await get(`/badges/${id}/downloads.svg`))?.text ?? '', /installs: 7"/)
    await transact(deps, async (tx) => {
      await tx.updateTable('nodes').set({ downloads: 8 }).where('id', '=', id).execute()
      markChanged(tx, `downloads:${id}`)
    })
    assert.match((await get(`/badges/${id}/downloads.svg`))?.text ?? '', /installs: 8"/)
  })

  it('include a manifest whose icons exist in the size that it says', async () => {
    const file = await get('/manifest.webmanifest')
    assert.equal(file?.type, 'application/manifest+json')
    const { name, icons } = JSON.parse(file?.text ?? '')
    assert.match(name, / Registry$/)
    const folder = new URL('../../../../web/public/', import.meta.url)
    for (const { src, sizes } of icons as { src: string; sizes: string }[]) {
      const picture = readFileSync(new URL(`.${src}`, folder))
      assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, sizes)
    }
  })

  it('include rules for crawlers, the security contact and an overview for language models', async () => {
    assert.match((await get('/robots.txt'))?.text ?? '', /Sitemap: https:\/\/site\.test\/sitemap\.xml/)
    const security = (await get('/.well-known/security.txt'))?.text ?? ''
    assert.match(security, /Contact: mailto:safe@site\.test/)
    assert(Date.parse(/Expires: (.*)/.exec(security)?.[1] ?? '') > holder.world.now().getTime())
    assert.match((await get('/llms.txt'))?.text ?? '', /openapi/)
  })

  it('are created once for concurrent requests, however the URL is escaped', async () => {
    const { deps } = holder.world
    const spellings = ['/nodes/blur/share.png', '/nodes/%62lur/share.png', '/nodes/b%6cur/share.png']
    deps.changes.announce(['*'])
    const [first, ...others] = await Promise.all(spellings.map((path) => findSiteFile(deps, path)))
    assert.ok(first)
    for (const other of others) assert.equal(other, first)
    assert.equal((await get('/nodes/%62lur/feed.json'))?.text.includes('%62'), false)
  })

  it('do not include malformed paths', async () => {
    for (const path of [
      '/nodes/%00/feed.atom',
      '/nodes/%E0%A4%A/feed.atom',
      '/tags/a/b/feed.atom',
      '/feed.rss',
      '/',
    ]) {
      assert.equal(await get(path), undefined, path)
    }
  })
})
