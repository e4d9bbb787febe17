import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { getNode, getNodeVersion, installNode, listNodeVersions, updateNode } from '@nodeyard/contract/packs'
import { createToken } from '@nodeyard/contract/people'
import { asAdmin } from '../../../test/admin.ts'
import {
  type AnnounceAnswer,
  announce,
  beginUpload,
  publish,
  upload,
} from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { expireUploads, processVersion } from './jobs.ts'

const holder = useWorld()

/** A publisher with a token, ready to publish a node that does not exist yet. */
async function publisherWithToken() {
  const { world } = holder
  const apiUrl = await world.listen()
  const user = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner: user })
  const token = await createTokenFor(world.deps, publisherId, 'test')
  return { apiUrl, publisherId, token, nodeId: `${publisherId}-blur`, owner: world.as(user) }
}

async function refusalOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { error: string; message: string }) }
}

describe('publishing a version', () => {
  it('checks, lists and installs a version, and returns its bytes unchanged', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const archive = buildPack({ id: who.nodeId })
    const { node_version } = await publish({
      ...who,
      archive,
      nodeVersion: { changelog: ' First release. ' },
    })
    assert.equal(node_version.changelog, ' First release. ')
    assert.equal(node_version.status, 'NodeVersionStatusPending')
    await world.runJobs()

    const node = await world.anonymous.call(getNode, { params: { nodeId: who.nodeId } })
    assert.equal(node.latest_version?.version, '1.0.0')
    assert.equal(node.name, who.nodeId)
    const installed = await world.anonymous.call(installNode, { params: { nodeId: who.nodeId } })
    const downloaded = await fetch(installed.downloadUrl ?? '')
    assert.equal(downloaded.headers.get('content-length'), String(archive.length))
    const bytes = Buffer.from(await downloaded.arrayBuffer())
    assert.deepEqual(bytes, Buffer.from(archive))
    assert.equal(installed.sha256, createHash('sha256').update(archive).digest('hex'))
    assert.equal(installed.size, archive.length)
    assert.equal(installed.file_count, 4)
  })

  it('hides a version until its archive has arrived and passed', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const path = { params: { nodeId: who.nodeId } }
    const announced = (await (await announce(who)).json()) as AnnounceAnswer
    const refusedToStrangers = async () => {
      for (const route of [listNodeVersions, installNode, getNode])
        await assert.rejects(world.anonymous.call(route, path), { status: 404 })
    }
    await refusedToStrangers()
    assert.deepEqual(await who.owner.call(listNodeVersions, path), [])
    await upload(announced.signedUrl, buildPack({ id: who.nodeId }))
    await refusedToStrangers()
    assert.equal((await who.owner.call(listNodeVersions, path))[0]?.status, 'NodeVersionStatusPending')
    assert.equal((await who.owner.call(getNode, path)).latest_version, undefined)
    await world.runJobs()
    assert.equal((await world.anonymous.call(listNodeVersions, path))[0]?.status, 'NodeVersionStatusActive')
  })

  it("counts a version among its node's versions once the archive arrives, also in cached responses", async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const count = async () => {
      const answer = await fetch(`${who.apiUrl}/nodes/${who.nodeId}`)
      return ((await answer.json()) as { version_count: number }).version_count
    }
    await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
    await world.runJobs()
    const announced = (await (await announce({ ...who, version: '1.0.1' })).json()) as AnnounceAnswer
    assert.equal(await count(), 1)
    await upload(announced.signedUrl, buildPack({ id: who.nodeId, version: '1.0.1' }))
    assert.equal(await count(), 2)
  })

  it("records the publisher and the token's owner, also after the owner has left", async () => {
    const { world } = holder
    const apiUrl = await world.listen()
    const owner = await world.given.user({ name: 'Ada' })
    const { id: publisherId } = await world.given.publisher({ owner })
    const { token } = await world
      .as(owner)
      .call(createToken, { params: { publisherId }, body: { name: 'release' } })
    const nodeId = `${publisherId}-blur`
    await publish({ apiUrl, publisherId, token, nodeId, archive: buildPack({ id: nodeId }) })
    await world.runJobs()
    const publishedBy = async () =>
      (await world.anonymous.call(getNodeVersion, { params: { nodeId, version: '1.0.0' } })).published_by
    assert.deepEqual(await publishedBy(), { publisher_id: publisherId, name: 'Ada' })
    const successor = await world.given.user()
    await world.given.member({ publisher_id: publisherId, user_id: successor.id, role: 'owner' })
    await transact(world.deps, async (tx) => {
      await tx.deleteFrom('publisher_permissions').where('user_id', '=', owner.id).execute()
      await tx.deleteFrom('users').where('id', '=', owner.id).execute()
      markChanged(tx, `node:${nodeId}`)
    })
    assert.deepEqual(await publishedBy(), { publisher_id: publisherId })
  })

  it('stores the pipeline steps with their times', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
    await world.runJobs()
    const version = await world.anonymous.call(getNodeVersion, {
      params: { nodeId: who.nodeId, version: '1.0.0' },
    })
    assert.deepEqual(
      version.pipeline?.map(({ step, state }) => `${step} ${state}`),
      ['received done', 'checked done', 'extracted done', 'scanned done', 'listed done'],
    )
    for (const { startedAt = '', finishedAt = '' } of version.pipeline ?? [])
      assert.ok(startedAt <= finishedAt)
  })

  it('refuses the same number once its archive has arrived', async () => {
    const who = await publisherWithToken()
    await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
    const again = await refusalOf(await announce(who))
    assert.equal(again.status, 400)
    assert.equal(again.message, 'The node version already exists')
  })

  it('allows a repeated announcement without an archive, and voids the older upload URL', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const first = (await (await announce(who)).json()) as AnnounceAnswer
    world.advance(1000)
    const second = (await (
      await announce({ ...who, nodeVersion: { changelog: 'Again' } })
    ).json()) as AnnounceAnswer
    assert.equal(second.node_version.id, first.node_version.id)
    assert.equal(second.node_version.changelog, 'Again')
    assert.equal((await upload(first.signedUrl, buildPack({ id: who.nodeId }))).status, 403)
    assert.equal((await upload(second.signedUrl, buildPack({ id: who.nodeId }))).status, 200)
  })

  it('frees the number of a version whose upload URL expired', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const announced = (await (await announce(who)).json()) as AnnounceAnswer
    world.advance(16 * 60_000)
    assert.equal((await upload(announced.signedUrl, buildPack({ id: who.nodeId }))).status, 403)
    world.advance(60 * 60_000)
    await inTransaction(world.deps.db, async (tx) => world.deps.jobs.send(tx, expireUploads, {}))
    await world.runJobs()
    const left = await world.deps.db
      .selectFrom('node_versions')
      .select('id')
      .where('id', '=', announced.node_version.id)
      .execute()
    assert.deepEqual(left, [])
    await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
  })

  it('accepts an upload that started before its URL expired', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const { signedUrl } = (await (await announce(who)).json()) as AnnounceAnswer
    const slow = await beginUpload(world, signedUrl, buildPack({ id: who.nodeId }))
    world.advance(50 * 60_000)
    await transact(world.deps, (tx) => world.deps.jobs.send(tx, expireUploads, {}))
    await world.runJobs()
    assert.equal((await slow.finish()).status, 200)
    await world.runJobs()
  })

  it('refuses a second upload to the same URL and keeps the first one', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const archive = buildPack({ id: who.nodeId })
    const { signedUrl } = await publish({ ...who, archive })
    const second = await refusalOf(
      await upload(signedUrl, buildPack({ id: who.nodeId, files: { 'x.py': '' } })),
    )
    assert.equal(second.status, 409)
    assert.equal(second.error, 'upload_already_received')
    await world.runJobs()
    const installed = await world.anonymous.call(installNode, { params: { nodeId: who.nodeId } })
    assert.equal(installed.size, archive.length)
  })

  it('refuses an upload of other bytes than announced and stores nothing', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const archive = buildPack({ id: who.nodeId })
    const sha256 = createHash('sha256').update('other').digest('hex')
    const byDigest = (await (await announce({ ...who, nodeVersion: { sha256 } })).json()) as AnnounceAnswer
    assert.equal((await refusalOf(await upload(byDigest.signedUrl, archive))).error, 'upload_digest_mismatch')
    world.advance(1000)
    const bySize = (await (await announce({ ...who, nodeVersion: { size: 5 } })).json()) as AnnounceAnswer
    assert.equal((await refusalOf(await upload(bySize.signedUrl, archive))).error, 'upload_size_mismatch')
    await assertNothingStored()
  })

  it('refuses an invalid archive during the upload, with the entry and the reason', async () => {
    const who = await publisherWithToken()
    const cases: [string, Uint8Array, string][] = [
      ['no zip', Buffer.from('hello'), 'not_a_zip'],
      ['empty', new Uint8Array(), 'upload_empty'],
      [
        'traversal',
        buildPack({ id: who.nodeId, entries: [{ name: '../../evil.py', data: '1' }] }),
        'path_traversal',
      ],
      [
        'absolute',
        buildPack({ id: who.nodeId, entries: [{ name: '/etc/passwd', data: '1' }] }),
        'path_absolute',
      ],
      [
        'link',
        buildPack({ id: who.nodeId, entries: [{ name: 'l', data: 'x', mode: 0o120777 }] }),
        'symbolic_link',
      ],
      ['clash', buildPack({ id: who.nodeId, entries: [{ name: 'NODES.py', data: '1' }] }), 'name_clash'],
      ['twice', buildPack({ id: who.nodeId, entries: [{ name: 'nodes.py', data: '1' }] }), 'duplicate_name'],
      [
        'secret',
        buildPack({ id: who.nodeId, entries: [{ name: 'a', data: '1', flags: 0x0801 }] }),
        'encrypted',
      ],
      ['tail', Buffer.concat([buildPack({ id: who.nodeId }), Buffer.from('tail')]), 'trailing_data'],
    ]
    for (const [name, archive, reason] of cases) {
      holder.world.advance(1000)
      const { signedUrl } = (await (await announce(who)).json()) as AnnounceAnswer
      const answer = await refusalOf(await upload(signedUrl, archive))
      assert.equal(answer.status, 400, name)
      const details = (answer as { details?: string[] }).details ?? [answer.error]
      assert.deepEqual(details, [reason], name)
    }
    await assertNothingStored()
  })

  it('refuses contents that differ from their headers in the pipeline, and removes every trace', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const archive = buildPack({
      id: who.nodeId,
      entries: [{ name: 'bad.py', data: 'x = 1', local: { crc32: 7 }, central: { crc32: 7 } }],
    })
    const { node_version } = await publish({ ...who, archive })
    await world.runJobs()
    const row = await world.deps.db
      .selectFrom('node_versions')
      .selectAll()
      .where('id', '=', node_version.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.archive_digest, null)
    assert.equal(row.status, 'pending')
    const [step] = await world.deps.db
      .selectFrom('version_steps')
      .selectAll()
      .where('version_id', '=', node_version.id)
      .execute()
    assert.equal(step?.step, 'checked')
    assert.match(step?.failure ?? '', /bad\.py/)
    await assertNothingStored()
    await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
  })

  it('flags a pack that executes its input, with reasons, and hides it from installs without a number', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const evil = 'import base64\nexec(base64.b64decode("aW1wb3J0IG9z" * 40))\n'
    await publish({ ...who, archive: buildPack({ id: who.nodeId, files: { 'evil.py': evil } }) })
    await world.runJobs()
    const row = await world.deps.db
      .selectFrom('node_versions')
      .selectAll()
      .where('node_id', '=', who.nodeId)
      .executeTakeFirstOrThrow()
    assert.equal(row.status, 'flagged')
    const findings = JSON.parse(row.status_reason) as { file_path: string; line_number: number }[]
    assert.ok(findings.some(({ file_path, line_number }) => file_path === 'evil.py' && line_number === 2))
    await assert.rejects(world.anonymous.call(installNode, { params: { nodeId: who.nodeId } }), {
      status: 404,
    })
  })

  it('keeps the version pending while a step cannot run, and resumes afterwards', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const { read } = world.deps.analyst
    world.allowFailedJobs(/out of order/)
    let failures = 0
    world.deps.analyst.read = async (_path, options) => {
      failures++
      options?.onContents?.({ files: 1, unpackedBytes: 1, fingerprints: [] })
      throw new Error('out of order')
    }
    const { node_version } = await publish({ ...who, archive: buildPack({ id: who.nodeId }) })
    await world.runJobs()
    const steps = () =>
      world.deps.db
        .selectFrom('version_steps')
        .select(['step', 'failure', 'given_up'])
        .where('version_id', '=', node_version.id)
        .where('finished_at', 'is', null)
        .execute()
    assert.deepEqual(await steps(), [{ step: 'extracted', failure: 'out of order', given_up: true }])
    assert.equal(failures, processVersion.attempts)
    world.deps.analyst.read = read
    await inTransaction(world.deps.db, async (tx) =>
      world.deps.jobs.send(tx, processVersion, { versionId: node_version.id }),
    )
    await world.runJobs()
    assert.deepEqual(await steps(), [])
    assert.equal(
      (await world.anonymous.call(getNode, { params: { nodeId: who.nodeId } })).latest_version?.version,
      '1.0.0',
    )
  })

  it('explains why publishing is refused', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const other = await publisherWithToken()
    const taken = await world.given.node({ id: `${who.publisherId}-taken` })
    const banned = await world.given.node({ publisher_id: who.publisherId, status: 'banned' })
    const cases: [string, Partial<typeof who> & Record<string, unknown>, number, string][] = [
      ['wrong token', { token: 'nope' }, 401, 'Invalid personal access token'],
      ['token of another', { token: other.token }, 403, ''],
      ['unknown publisher', { publisherId: 'nobody' }, 400, 'Failed to validate token'],
      ['node of another', { nodeId: taken.id }, 403, 'Permission denied'],
      ['node of another in other letters', { nodeId: taken.id.toUpperCase() }, 403, 'Permission denied'],
      ['banned node', { nodeId: banned.id }, 403, 'Node Banned'],
      ['bad id', { nodeId: '-bad' }, 400, ''],
      ['reserved id', { nodeId: 'search' }, 400, ''],
      ['another id inside', { node: { id: 'something-else' } }, 400, ''],
      ['pre-release', { version: '1.0.0-beta' }, 400, ''],
      ['no number', { version: 'latest' }, 400, ''],
      ['long description', { node: { description: 'x'.repeat(1001) } }, 400, ''],
      ['script as icon', { node: { icon: 'javascript:alert(1)' } }, 400, ''],
    ]
    for (const [name, change, status, message] of cases) {
      const answer = await refusalOf(await announce({ ...who, ...change }))
      assert.equal(answer.status, status, `${name}: ${answer.message}`)
      if (message) assert.equal(answer.message, message, name)
    }
    const nothing = await world.deps.db
      .selectFrom('nodes')
      .select('id')
      .where('id', '=', who.nodeId)
      .execute()
    assert.deepEqual(nothing, [])
  })

  it('names the publisher that a transferred node belongs to', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const { id: nodeId, publisher_id } = await world.given.node()
    const answer = await announce({ ...who, nodeId })
    assert.deepEqual(((await answer.json()) as { details?: string[] }).details, [
      `It belongs to the publisher ${publisher_id}.`,
    ])
  })

  it('assigns a repository to one node only', async () => {
    const who = await publisherWithToken()
    const repository = 'https://github.com/acme/Shared-Repo'
    await announce({ ...who, node: { repository } })
    const answer = await refusalOf(
      await announce({
        ...who,
        nodeId: `${who.nodeId}-2`,
        node: { repository: 'https://github.com/ACME/shared-repo.git/' },
      }),
    )
    assert.equal(answer.status, 400)
    assert.match(answer.error, /^duplicate: node with same repo already exists:/)
    assert.equal(answer.message, 'Failed to create node')
  })

  it('accepts missing keys, another content type and lenient numbers from old clients', async () => {
    const { world } = holder
    const who = await publisherWithToken()
    const response = await fetch(`${who.apiUrl}/publishers/${who.publisherId}/nodes/${who.nodeId}/versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        personal_access_token: who.token,
        node: { id: who.nodeId, description: 'd', license: 'MIT', name: 'N', repository: null },
        node_version: { version: 'v1.2', dependencies: [] },
      }),
    })
    assert.equal(response.status, 201)
    const { signedUrl, node_version } = (await response.json()) as AnnounceAnswer
    assert.equal(node_version.version, '1.2.0')
    const archive = buildPack({ id: who.nodeId, version: '1.2' })
    assert.equal((await upload(signedUrl, archive, 'application/gzip')).status, 200)
    await world.runJobs()
    const node = await world.anonymous.call(getNode, { params: { nodeId: who.nodeId } })
    assert.equal(node.latest_version?.version, '1.2.0')
  })

  it('refuses an upload announced before a transfer, and lets the new publisher announce the version', async () => {
    const { world } = holder
    const [former, next] = [await publisherWithToken(), await publisherWithToken()]
    const { nodeId } = former
    const archive = buildPack({ id: nodeId })
    const { signedUrl } = (await (await announce(former)).json()) as AnnounceAnswer
    const admin = await asAdmin(world)
    const params = { publisherId: former.publisherId, nodeId }
    await admin.call(updateNode, { params, body: { publisher: { id: next.publisherId } } })
    const refused = await refusalOf(await upload(signedUrl, archive))
    assert.deepEqual([refused.status, refused.error], [403, 'node_of_other_publisher'])
    await world.runJobs()
    await assertNothingStored()
    await publish({ ...next, nodeId, archive })
  })

  it('refuses a forged, altered or borrowed upload URL', async () => {
    const who = await publisherWithToken()
    const { signedUrl } = (await (await announce(who)).json()) as AnnounceAnswer
    const later = new URL(signedUrl)
    later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 1000))
    const other = signedUrl.replace(/uploads\/[0-9a-f-]+/, 'uploads/00000000-0000-4000-8000-000000000000')
    const bare = signedUrl.split('?')[0] ?? ''
    const notAnId = signedUrl.replace(/uploads\/[0-9a-f-]+/, 'uploads/nothing')
    for (const address of [later.href, other, bare, notAnId]) {
      assert.equal((await upload(address, buildPack({ id: who.nodeId }))).status, 403, address)
    }
  })
})

async function assertNothingStored(): Promise<void> {
  const { blobs, db } = holder.world.deps
  const staged: string[] = []
  for await (const { key } of blobs.list('staging/')) staged.push(key)
  assert.deepEqual(staged, [])
  const archives = await db.selectFrom('archives').select('digest').execute()
  const stored: string[] = []
  for await (const { key } of blobs.list('archives/'))
    stored.push(key.split('/').at(-1)?.replace('.zip', '') ?? '')
  assert.deepEqual(stored.sort(), archives.map(({ digest }) => digest).sort())
}
