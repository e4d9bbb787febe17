import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding } from '@nodeyard/analysis/ground'
import { publish } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { useWorld } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { readFindings } from './analysis/sql.ts'
import { toCollisionFindings } from './name-collisions.ts'

const holder = useWorld()

const classFile = (...names: string[]) =>
  `class A: RETURN_TYPES = ()\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": A`).join(', ')}}\n`

async function publishNames(names: string[], version = '1.0.0', known?: { nodeId: string; token: string }) {
  const { world } = holder
  const apiUrl = await world.listen()
  const publisherId = known ? known.nodeId.replace(/-blur$/, '') : (await world.given.publisher()).id
  const token = known?.token ?? (await createTokenFor(world.deps, publisherId, 'test'))
  const nodeId = `${publisherId}-blur`
  const archive = buildPack({ id: nodeId, version, files: { '__init__.py': classFile(...names) } })
  const { node_version } = await publish({ apiUrl, publisherId, token, nodeId, version, archive })
  await world.runJobs()
  return { nodeId, token, versionId: node_version.id }
}

const warnings = async (versionId: string) =>
  ((await readFindings(holder.world.deps.db, versionId)) as Finding[])
    .filter(({ rule }) => rule === 'comfy-node-name-taken')
    .map(({ message, severity }) => `${severity}: ${message}`)

const claims = async (nodeId: string) =>
  (
    await holder.world.deps.db
      .selectFrom('comfy_node_claims')
      .select('name')
      .where('node_id', '=', nodeId)
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)

describe('name collisions', () => {
  it('warns about a name that another node defines, without blocking', async () => {
    const first = await publishNames(['Collide One', 'Only First'])
    assert.deepEqual(await warnings(first.versionId), [])
    const second = await publishNames(['Collide One', 'Only Second'])
    assert.deepEqual(await warnings(second.versionId), [
      `low: The node “${first.nodeId}” also provides “Collide One”.`,
    ])
    assert.deepEqual(await claims(second.nodeId), ['Collide One', 'Only Second'])
  })

  it('warns about a name that an import lists for another node', async () => {
    const { world } = holder
    const imported = await world.given.node({ github_stars: 9_000 })
    await world.given.hint(imported.id, 'Said To Be Imported')
    const other = await publishNames(['Said To Be Imported'])
    assert.deepEqual(await warnings(other.versionId), [
      `low: The node “${imported.id}” also provides “Said To Be Imported”.`,
    ])
  })

  it("counts only names of a node's latest version", async () => {
    const first = await publishNames(['Kept', 'Given up'])
    await publishNames(['Kept', 'Fresh'], '1.1.0', first)
    assert.deepEqual(await claims(first.nodeId), ['Fresh', 'Kept'])
    const other = await publishNames(['Given up'])
    assert.deepEqual(await warnings(other.versionId), [])
  })

  it('ignores names of banned nodes', async () => {
    const { deps } = holder.world
    const banned = await publishNames(['From a banned one'])
    await transact(deps, async (tx) => {
      await tx.updateTable('nodes').set({ status: 'banned' }).where('id', '=', banned.nodeId).execute()
      await tx.deleteFrom('node_search').where('node_id', '=', banned.nodeId).execute()
      markChanged(tx, `node:${banned.nodeId}`)
    })
    const other = await publishNames(['From a banned one'])
    assert.deepEqual(await warnings(other.versionId), [])
  })

  it('follows a repeated extraction of comfy-nodes', async () => {
    const { db } = holder.world.deps
    const { nodeId, versionId } = await publishNames(['Read first'])
    await db
      .updateTable('comfy_nodes')
      .set({ name: 'Read again' })
      .where('version_id', '=', versionId)
      .execute()
    assert.deepEqual(await claims(nodeId), ['Read again'])
    await db.deleteFrom('comfy_nodes').where('version_id', '=', versionId).execute()
    assert.deepEqual(await claims(nodeId), [])
  })

  it('lists some of many names and counts the rest', () => {
    const names = Array.from({ length: 11 }, (_, i) => `Node ${i}`)
    const [finding] = toCollisionFindings([{ nodeId: 'acme-blur', names }])
    assert.match(finding?.message ?? '', /“Node 7” and 3 more\.$/)
  })
})
