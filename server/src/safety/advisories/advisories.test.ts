import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Signed } from '@nodeyard/contract/ground'
import { getNode, getNodeVersion, installNode } from '@nodeyard/contract/packs'
import {
  type AdvisoryFields,
  getKillList,
  getOsvRecord,
  listAdvisories,
  listAdvisoryRevisions,
  listKillListKeys,
  previewAdvisory,
  publishAdvisory,
  updateAdvisory,
  withdrawAdvisory,
} from '@nodeyard/contract/safety'
import { findKilled, type KillList, verifyKillList } from '../../../../client/src/kill-list.ts'
import { asAdmin } from '../../../test/admin.ts'
import { useWorld } from '../../../test/world.ts'
import { findSiteFile } from '../../discovery/site-files/find.ts'
import { transact } from '../../ground/db/changes.ts'
import { violations } from '../../invariants.ts'
import { keepKillList } from './jobs.ts'
import { addSigningKey, issueIfDue, retireSigningKey } from './kill-list.ts'

const holder = useWorld()
const dayMs = 86_400_000

const fields: AdvisoryFields = {
  severity: 'critical',
  title: 'Reads keys & <sends> them',
  details: 'It reads `~/.ssh`.',
  remedy: 'Remove it.',
  aliases: ['CVE-2026-1'],
  references: ['https://example.test/why'],
  refuses_installs: true,
  versions: [],
  ranges: [],
  archive_digests: [],
  file_digests: [],
}

async function nodeWith(...versions: string[]) {
  const { world } = holder
  const { id } = await world.given.node()
  for (const version of versions) await world.given.version({ node_id: id, version })
  return id
}

const publish = async (nodeId: string, part: Partial<AdvisoryFields>) =>
  (await asAdmin(holder.world)).call(publishAdvisory, { body: { node_id: nodeId, ...fields, ...part } })
const keysNow = async () => (await holder.world.anonymous.call(listKillListKeys)).keys
const signedNow = () => holder.world.anonymous.call(getKillList)
const listNow = async (lastSerial = 0): Promise<KillList> =>
  verifyKillList(await signedNow(), { keys: await keysNow(), lastSerial, now: holder.world.now() })

async function keepList() {
  const { world } = holder
  await transact(world.deps, (tx) => world.deps.jobs.send(tx, keepKillList, {}))
  await world.runJobs()
}

const install = (nodeId: string, version?: string) =>
  holder.world.anonymous
    .call(installNode, { params: { nodeId }, ...(version ? { query: { version } } : {}) })
    .then(
      (given) => given.version,
      (refusal) => refusal.problem.error,
    )

describe('an advisory', () => {
  it('blocks installs and downloads until it is withdrawn', async () => {
    const { world } = holder
    const nodeId = await nodeWith('1.0.0', '1.1.0', '2.0.0')
    const before = await listNow()
    assert.equal(await install(nodeId), '2.0.0')
    const { id, affected } = await publish(nodeId, { ranges: [{ introduced: '1.1.0' }] })
    assert.match(id, /^NYSA-\d{4}-\d{4}$/)
    assert.deepEqual(
      affected.map(({ version }) => version),
      ['2.0.0', '1.1.0'],
    )
    assert.deepEqual(
      [await install(nodeId), await install(nodeId, '2.0.0'), await install(nodeId, '1.0.0')],
      ['1.0.0', 'version_killed', '1.0.0'],
    )
    const node = await world.anonymous.call(getNode, { params: { nodeId } })
    assert.equal(node.latest_version?.version, '1.0.0')
    const shown = await world.anonymous.call(getNodeVersion, { params: { nodeId, version: '2.0.0' } })
    assert.deepEqual([shown.refusedBy, shown.downloadUrl], [id, undefined])
    const download = await world.fetch(`http://registry.test/nodes/${nodeId}/versions/2.0.0/node.zip`)
    assert.deepEqual([download.status, (await download.json()).error], [403, 'version_killed'])

    const list = await listNow(before.serial)
    assert.ok(list.serial > before.serial)
    assert.equal(findKilled(list, { node: nodeId, version: '2.0.0' })?.advisory, id)
    assert.equal(findKilled(list, { node: nodeId, version: '1.0.0' }), undefined)
    assert.ok(findKilled(list, { sha256: shown.sha256 ?? '' }))

    const admin = await asAdmin(world)
    await admin.call(withdrawAdvisory, { params: { advisoryId: id }, body: { reason: 'A mistake.' } })
    assert.equal(await install(nodeId), '2.0.0')
    assert.equal(findKilled(await listNow(list.serial + 1), { node: nodeId, version: '2.0.0' }), undefined)
    assert.deepEqual(
      (await world.events(id)).map(({ action }) => action),
      ['advisory.publish', 'advisory.withdraw'],
    )
  })

  it('is reported when it blocks all versions of an install', async () => {
    const nodeId = await nodeWith('1.0.0')
    await publish(nodeId, { versions: ['1.0.0'] })
    assert.equal(await install(nodeId), 'version_killed')
  })

  it('is counted with its own node and with others that have the archive', async () => {
    const { world } = holder
    const nodeIds = [await nodeWith('1.0.0'), await nodeWith('1.0.0'), await nodeWith('1.0.0')]
    const counts = () =>
      Promise.all(
        nodeIds.map(async (nodeId) => {
          const query = { include_counts: true }
          const node = await world.anonymous.call(getNode, { params: { nodeId }, query })
          const listed = await world.anonymous.call(listAdvisories, { query: { node_id: nodeId } })
          assert.equal(node.advisory_count, listed.total)
          return node.advisory_count
        }),
      )
    assert.deepEqual(await counts(), [0, 0, 0])
    const [own = '', other = ''] = nodeIds
    const { latest_version } = await world.anonymous.call(getNode, { params: { nodeId: other } })
    const { id } = await publish(own, { archive_digests: [latest_version?.sha256 ?? ''] })
    assert.deepEqual(await counts(), [1, 1, 0])
    const admin = await asAdmin(world)
    await admin.call(withdrawAdvisory, { params: { advisoryId: id }, body: { reason: 'A mistake.' } })
    assert.deepEqual(await counts(), [0, 0, 0])
  })

  it('does not block installs if it only warns', async () => {
    const { world } = holder
    const nodeId = await nodeWith('1.0.0')
    const { id } = await publish(nodeId, { versions: ['1.0.0'], refuses_installs: false })
    assert.equal(await install(nodeId), '1.0.0')
    assert.equal(findKilled(await listNow(), { node: nodeId, version: '1.0.0' }), undefined)
    const query = { node_id: nodeId.toUpperCase(), version: '1.0.0' }
    const { advisories } = await world.anonymous.call(listAdvisories, { query })
    assert.deepEqual(
      advisories.map((one) => one.id),
      [id],
    )
  })

  it('blocks matching versions published later, and lists them within a minute', async () => {
    const { world } = holder
    const nodeId = await nodeWith('1.0.0')
    await publish(nodeId, { ranges: [{ introduced: '1.0.0', fixed: '1.2.0' }] })
    await world.given.version({ node_id: nodeId, version: '1.1.0' })
    await world.given.version({ node_id: nodeId, version: '1.2.0' })
    assert.deepEqual([await install(nodeId, '1.1.0'), await install(nodeId)], ['version_killed', '1.2.0'])
    const before = await listNow()
    await keepList()
    const list = await listNow()
    assert.ok(list.serial > before.serial)
    assert.ok(findKilled(list, { node: nodeId, version: '1.1.0' }))
    await keepList()
    assert.equal((await listNow()).serial, list.serial)
  })

  it('matches archives in any node and files only in its node, as previewed', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    const [nodeId, copyId] = [await nodeWith(), await nodeWith()]
    const evil = await world.given.version({ node_id: nodeId, version: '1.0.0' })
    const archive_digest = evil.archive_digest ?? ''
    await world.given.version({ node_id: copyId, version: '3.0.0', archive_digest })
    const withFile = await world.given.version({ node_id: nodeId, version: '1.1.0' })
    const elsewhere = await world.given.version({ node_id: copyId, version: '3.1.0' })
    const file = 'ab'.repeat(32)
    for (const { id } of [withFile, elsewhere]) {
      await world.deps.db
        .insertInto('version_files')
        .values({ version_id: id, digests: [file.slice(0, 20)] })
        .execute()
    }
    await world.deps.db
      .insertInto('node_downloads')
      .values({ node_id: nodeId, version_id: evil.id, day: '2026-01-01', count: 7 })
      .execute()
    await world.deps.db.updateTable('nodes').set({ downloads: 7 }).where('id', '=', nodeId).execute()
    const targets = { versions: [], ranges: [], archive_digests: [archive_digest], file_digests: [file] }
    const impact = await admin.call(previewAdvisory, { body: { node_id: nodeId, ...targets } })
    assert.deepEqual([impact.total, impact.nodes, impact.installs], [3, 2, 7])
    const { affected } = await publish(nodeId, targets)
    assert.deepEqual(
      affected.map(({ node_id, version }) => `${node_id} ${version}`).sort(),
      [`${copyId} 3.0.0`, `${nodeId} 1.0.0`, `${nodeId} 1.1.0`].sort(),
    )
  })

  it('keeps revisions, and names the position of invalid ranges', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    const nodeId = await nodeWith('1.0.0', '2.0.0')
    const { id } = await publish(nodeId, { versions: ['1.0.0'] })
    const edit = (part: Partial<AdvisoryFields>) =>
      admin.call(updateAdvisory, { params: { advisoryId: id }, body: { ...fields, ...part } })
    const edited = await edit({ versions: ['2.0.0'], title: 'Another title' })
    assert.deepEqual([edited.revision, await install(nodeId)], [2, '1.0.0'])
    const { revisions } = await admin.call(listAdvisoryRevisions, { params: { advisoryId: id } })
    assert.deepEqual(
      revisions.map(({ revision, content }) => [revision, content.title, content.versions]),
      [
        [2, 'Another title', ['2.0.0']],
        [1, fields.title, ['1.0.0']],
      ],
    )
    const wrong = { ranges: [{ introduced: '1.0.0' }, { introduced: '2.0.0', fixed: '1.9.0' }] }
    await assert.rejects(edit(wrong), {
      status: 400,
      problem: {
        error: 'advisory_range_invalid',
        message: 'A range ends after it begins, with either `fixed` or `last_affected`.',
        field: 'body.ranges.1',
      },
    })
    await assert.rejects(edit({}), { status: 400 })
    await admin.call(withdrawAdvisory, { params: { advisoryId: id }, body: { reason: 'No.' } })
    await assert.rejects(edit(wrong), { status: 400 })
    await assert.rejects(edit({ versions: ['2.0.0'] }), { status: 409 })
  })

  it('is exported as OSV and in the feeds', async () => {
    const { world } = holder
    const nodeId = await nodeWith('1.0.0', '1.5.0')
    const { id } = await publish(nodeId, { ranges: [{ introduced: '1.0.0', fixed: '1.2.0' }] })
    const record = await world.anonymous.call(getOsvRecord, { params: { advisoryId: id.toLowerCase() } })
    assert.equal(record.id, id)
    assert.deepEqual(record.affected, [
      {
        package: { ecosystem: 'Nodeyard', name: nodeId },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.0' }] }],
        versions: ['1.0.0'],
      },
    ])
    assert.equal(record.database_specific.severity, 'CRITICAL')
    const atom = String((await findSiteFile(world.deps, '/advisories.atom'))?.body)
    assert.ok(atom.includes(`/advisories/${id}</id>`) && atom.includes('&#60;sends&#62;'), atom)
    const json = JSON.parse(String((await findSiteFile(world.deps, '/advisories.json'))?.body))
    assert.equal(json.items[0].url, `${world.deps.config.siteUrl}/advisories/${id}`)
  })
})

describe('the kill list', () => {
  it('is rejected by clients if it is altered, foreign, expired or rolled back', async () => {
    const { world } = holder
    const signed = await signedNow()
    const keys = await keysNow()
    const { serial, expires } = await listNow()
    const fault = (list: Signed, trust: object = {}) =>
      verifyKillList(list, { keys, lastSerial: 0, now: world.now(), ...trust }).then(
        () => 'believed',
        (error) => error.fault,
      )
    const forged = Buffer.from(JSON.stringify({ ...(await listNow()), entries: [] })).toString('base64url')
    assert.equal(await fault(signed), 'believed')
    assert.equal(await fault({ ...signed, payload: forged }), 'bad_signature')
    assert.equal(await fault({ ...signed, signatures: [] }), 'bad_signature')
    assert.equal(
      await fault(signed, { keys: keys.map((key) => ({ ...key, kid: 'other' })) }),
      'bad_signature',
    )
    assert.equal(await fault(signed, { now: new Date(expires) }), 'expired')
    assert.equal(await fault(signed, { now: new Date(0) }), 'not_yet_issued')
    assert.equal(await fault(signed, { lastSerial: serial + 1 }), 'rolled_back')
    assert.equal(await fault({} as Signed), 'malformed')
    const noType = Buffer.from(JSON.stringify({ alg: 'none', kid: keys[0]?.kid })).toString('base64url')
    assert.equal(
      await fault({ ...signed, signatures: [{ protected: noType, signature: '' }] }),
      'bad_signature',
    )
  })

  it('is signed with old and new keys until the old one is retired', async () => {
    const { world } = holder
    const operator = { kind: 'operator', id: 'operator' } as const
    const pinned = await keysNow()
    const believes = async (keys: typeof pinned) =>
      verifyKillList(await signedNow(), { keys, lastSerial: 0, now: world.now() }).then(
        () => true,
        () => false,
      )
    const kid = (await addSigningKey(world.deps, operator)) ?? ''
    const both = await keysNow()
    const fresh = both.filter((key) => key.kid === kid)
    assert.deepEqual([both.length, await believes(pinned), await believes(fresh)], [2, true, true])
    assert.equal(await retireSigningKey(world.deps, operator, pinned[0]?.kid ?? ''), true)
    assert.deepEqual([await believes(pinned), await believes(fresh)], [false, true])
    assert.equal(await retireSigningKey(world.deps, operator, kid), false)
  })

  it('supports 304 responses and is reissued daily', async () => {
    const { world } = holder
    const first = await world.fetch('http://registry.test/kill-list')
    const again = await world.fetch('http://registry.test/kill-list', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
    const { serial } = await listNow()
    world.advance(dayMs)
    await keepList()
    assert.ok((await listNow()).serial > serial)
  })

  it('has a higher serial after a restore than any list issued since, and keeps ten lists', async () => {
    const { world } = holder
    const { db } = world.deps
    const issue = () => transact(world.deps, (tx) => issueIfDue(tx, world.deps, { always: true }))
    await issue()
    const { serial: restored } = await listNow()
    for (let times = 0; times < 12; times++) await issue()
    const { serial: seen } = await listNow()
    const kept = await db.selectFrom('kill_lists').select('serial').execute()
    assert.equal(kept.length, 10)
    // Restores the earlier state of the database.
    await db.updateTable('kill_lists').set({ serial: restored }).where('serial', '=', seen).execute()
    await db.deleteFrom('kill_lists').where('serial', '<>', restored).execute()
    world.advance(1000)
    await issue()
    assert.ok((await listNow(seen)).serial > seen)
  })

  it('is reissued if a clock that ran ahead dated it', async () => {
    const { world } = holder
    world.advance(dayMs)
    await keepList()
    const { serial } = await listNow()
    world.advance(-dayMs)
    await assert.rejects(listNow(), { fault: 'not_yet_issued' })
    await keepList()
    const list = await listNow(serial)
    assert.ok(list.serial > serial)
    await keepList()
    assert.equal((await listNow()).serial, list.serial)
    assert.deepEqual(await violations(world.deps.database), [])
  })
})
