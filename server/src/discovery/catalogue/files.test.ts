import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCatalogue } from '@nodeyard/contract/discovery'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  entriesOf,
  issueCatalogue,
  packCatalogue,
  readCatalogue,
  readCatalogueFile,
  readCurrent,
} from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { updateEntries } from './entries/update.ts'
import { encodings, fileKey } from './files.ts'
import { catalogueViolations, removeOutdatedFiles, tidyCatalogue } from './tidy.ts'

const holder = useWorld()
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const entriesNow = async () => {
  const text = await readCurrent(holder.world, await issueCatalogue(holder.world))
  return new Map(entriesOf(text).map((one) => [one.id, one]))
}

async function change(nodeId: string, part: object) {
  await holder.world.deps.db.updateTable('nodes').set(part).where('id', '=', nodeId).execute()
}

describe('the catalogue', () => {
  it('responds 503 with its own code before the first one is built', async () => {
    await assert.rejects(holder.world.anonymous.call(getCatalogue), {
      status: 503,
      problem: {
        error: 'catalogue_not_made',
        message: 'No catalog has been built yet. Try again shortly.',
      },
    })
  })

  it('contains everything needed to list a node and install its latest version', async () => {
    const { world } = holder
    const { id, publisher_id } = await world.given.node({ name: 'Soft blur', downloads: 7, github_stars: 3 })
    const { archive_digest } = await world.given.version({
      node_id: id,
      version: '1.2.0',
      dependencies: ['numpy'],
    })
    const entry = (await entriesNow()).get(id)
    assert.deepEqual(
      [entry?.name, entry?.publisher.id, entry?.downloads_log2, entry?.github_stars_log2],
      ['Soft blur', publisher_id, 3, 2],
    )
    const { version, dependencies, integrity } = entry?.latest_version ?? {}
    assert.deepEqual([version, dependencies], ['1.2.0', ['numpy']])
    assert.equal(integrity, `sha256-${Buffer.from(archive_digest ?? '', 'hex').toString('base64')}`)
    const { snapshot } = await readCatalogue(world)
    const [head = ''] = (await readCatalogueFile(world, snapshot.digest)).split('\n')
    assert.equal(
      JSON.parse(head).download,
      `${world.deps.config.apiUrl}/nodes/{id}/versions/{version}/node.zip`,
    )
  })

  it('contains only public nodes, with the comfy-node names of their latest version', async () => {
    const { world } = holder
    const [shown, banned, deleted] = [
      await world.given.node(),
      await world.given.node({ status: 'banned' }),
      await world.given.node({ status: 'deleted' }),
    ]
    const latest = await world.given.version({ node_id: shown.id, version: '1.0.0' })
    await world.given.version({ node_id: shown.id, version: '2.0.0', status: 'flagged' })
    const before = await entriesNow()
    assert.deepEqual(
      [banned, deleted].map(({ id }) => before.has(id)),
      [false, false],
    )
    assert.equal(before.get(shown.id)?.latest_version?.version, '1.0.0')
    await world.deps.db
      .insertInto('comfy_nodes')
      .values(['Z', 'A'].map((name) => ({ version_id: latest.id, name })))
      .execute()
    await world.deps.db
      .updateTable('node_versions')
      .set({ extract_status: 'success' })
      .where('id', '=', latest.id)
      .execute()
    await world.deps.db
      .insertInto('comfy_node_claims')
      .values(['Z', 'A'].map((name) => ({ name, node_id: shown.id, since: world.now() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    assert.deepEqual((await entriesNow()).get(shown.id)?.comfy_nodes, ['A', 'Z'])
    await change(shown.id, { status: 'banned' })
    assert.equal((await entriesNow()).has(shown.id), false)
    await change(shown.id, { status: 'active' })
    assert.equal((await entriesNow()).has(shown.id), true)
  })

  it('contains the commit that was read of a node without versions, until it is held back', async () => {
    const { world } = holder
    const url = 'https://github.com/test/read-pack'
    const node = await world.given.node({
      id: 'read-pack',
      publisher_id: unclaimedPublisherId,
      repository_url: url,
      repository_key: 'github.com/test/read-pack',
    })
    const read = { node_id: node.id, traits: { has_requirements: true } }
    const { id, commit_id: commit } = await world.given.reading(read, [{ name: 'Read' }])
    const entry = (await entriesNow()).get(node.id)
    assert.deepEqual(entry?.reading, { commit, has_requirements: true })
    assert.deepEqual([entry.comfy_nodes, entry.repository, entry.latest_version], [['Read'], url, undefined])
    await world.deps.db.updateTable('node_readings').set({ verdict: 'held' }).where('id', '=', id).execute()
    await change(node.id, { updated_at: world.now() })
    const held = (await entriesNow()).get(node.id)
    assert.deepEqual([held?.held_back, held?.reading, held?.repository], ['suspicious', undefined, undefined])
  })

  it('applies a new publisher name to each of its nodes', async () => {
    const { world } = holder
    const node = await world.given.node()
    await entriesNow()
    await world.deps.db
      .updateTable('publishers')
      .set({ name: 'Renamed' })
      .where('id', '=', node.publisher_id)
      .execute()
    assert.equal((await entriesNow()).get(node.id)?.publisher.name, 'Renamed')
  })

  it('has the same bytes for the same data, in whatever order it was written', async () => {
    const { world } = holder
    const { db } = world.deps
    for (const id of ['b-2', 'a-1', 'C-3']) await world.given.node({ id })
    const { snapshot } = await packCatalogue(world)
    const ids = (await db.selectFrom('nodes').select('id').orderBy('id', 'desc').execute()).map(
      ({ id }) => id,
    )
    await db.deleteFrom('catalogue_entries').execute()
    for (const node_id of ids) {
      await db.insertInto('catalogue_changes').values({ node_id }).execute()
      await updateEntries(world.deps)
    }
    const again = await packCatalogue(world)
    assert.deepEqual(again.snapshot, snapshot)
  })

  it('changes with the download count only when its magnitude changes', async () => {
    const { world } = holder
    const node = await world.given.node({ downloads: 8 })
    const { sequence } = await issueCatalogue(world)
    await change(node.id, { downloads: 9 })
    assert.equal((await issueCatalogue(world)).sequence, sequence)
    await change(node.id, { downloads: 15 })
    assert.notEqual((await issueCatalogue(world)).sequence, sequence)
  })

  it('serves whole, immutable files in the accepted encoding', async () => {
    const { world } = holder
    const { snapshot } = await issueCatalogue(world)
    const url = `/catalogue/${snapshot.digest}`
    const texts = await Promise.all(
      (['br', 'zstd', 'identity'] as const).map((one) => readCatalogueFile(world, snapshot.digest, one)),
    )
    assert.equal(new Set(texts).size, 1)
    const answer = await world.inject({
      method: 'GET',
      url,
      headers: { 'accept-encoding': 'br', range: 'bytes=0-9' },
    })
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-encoding'], answer.headers['content-length']],
      [200, 'br', String(snapshot.br)],
    )
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    const again = { 'if-none-match': String(answer.headers.etag) }
    assert.equal((await world.inject({ method: 'GET', url, headers: again })).statusCode, 304)
    for (const strange of ['0'.repeat(64), '..%2F..%2Fetc%2Fpasswd', 'ABC']) {
      const refused = await world.inject({ method: 'GET', url: `/catalogue/${strange}` })
      assert.deepEqual([refused.statusCode, refused.json().error], [404, 'catalogue_file_not_found'])
    }
  })

  it('responds 304 while the pointer is unchanged', async () => {
    const { world } = holder
    await issueCatalogue(world)
    const { headers } = await world.inject({ method: 'GET', url: '/catalogue/latest' })
    const again = await world.inject({
      method: 'GET',
      url: '/catalogue/latest',
      headers: { 'if-none-match': String(headers.etag) },
    })
    assert.equal(again.statusCode, 304)
  })

  it('never serves a damaged file', async () => {
    const { world } = holder
    await world.given.node()
    const { snapshot } = await packCatalogue(world)
    const other = Buffer.from('something else')
    await world.deps.blobs.put(fileKey(snapshot.digest, 'br'), other, 'application/octet-stream')
    const headers = { 'accept-encoding': 'br' }
    const answer = await world.inject({ method: 'GET', url: `/catalogue/${snapshot.digest}`, headers })
    assert.deepEqual([answer.statusCode, answer.json().error], [503, 'unavailable'])
  })

  it('removes outdated files after a while, and files left by a process that died', async () => {
    const { world } = holder
    const { db, blobs } = world.deps
    await world.given.node()
    const first = await packCatalogue(world)
    await world.given.node()
    const second = await packCatalogue(world)
    const orphan = fileKey('ab'.repeat(32), 'br')
    await blobs.put(orphan, Buffer.from('x'), 'application/octet-stream')
    await removeOutdatedFiles(world.deps)
    assert.ok(await blobs.stat(fileKey(first.snapshot.digest, 'br')))
    world.advance(31 * minuteMs)
    await removeOutdatedFiles(world.deps)
    for (const encoding of encodings) {
      assert.equal(await blobs.stat(fileKey(first.snapshot.digest, encoding)), undefined)
      assert.ok(await blobs.stat(fileKey(second.snapshot.digest, encoding)))
    }
    world.advance(2 * dayMs + minuteMs)
    assert.deepEqual(
      (await catalogueViolations(world.deps)).flatMap(({ ids }) => ids),
      [orphan],
    )
    await tidyCatalogue(world.deps)
    assert.equal(await blobs.stat(orphan), undefined)
    world.advance(20 * dayMs)
    await tidyCatalogue(world.deps)
    assert.equal((await db.selectFrom('catalogue_snapshots').select('sequence').execute()).length, 1)
  })
})
