import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { refreshEvidence } from './jobs.ts'
import { reindexEverything } from './reindex.ts'

const holder = useWorld()
const { signal } = new AbortController()

describe('evidence of compatibility in search', () => {
  it('is a facet and a filter, an hour after it changed at the latest', async () => {
    const { world } = holder
    const { db } = world.deps
    const { id } = await world.given.node({
      repository_key: 'github.com/acme/rain',
      repository_proof: 'claim',
    })
    const { id: versionId } = await world.given.version({ node_id: id })
    await world.given.version({ node_id: (await world.given.node()).id })
    const interfaces = [{ name: '/scripts/ui.js', file: 'a.js', line: 1 }]
    await world.given.analysis({ version_id: versionId, traits: JSON.stringify({ interfaces }) })
    const machine = { tool: '0.3', python: '3.12', os: 'linux', accelerator: 'cpu' }
    await db
      .insertInto('import_reports')
      .values({
        version_id: versionId,
        day: world.now().toISOString().slice(0, 10),
        ...machine,
        outcome: 'imported',
        count: 5,
      })
      .execute()
    const commit = await db
      .insertInto('git_commits')
      .values({ repo_name: 'acme/rain', commit_hash: 'a' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const run = { commit_id: commit.id, operating_system: 'linux', workflow_name: 'tests' }
    await db
      .insertInto('ci_results')
      .values({ ...run, status: 'FAILED', created_at: world.now() })
      .execute()
    await reindexEverything(world.deps)
    await refreshEvidence.run(world.deps, {}, signal)
    const { facets } = await world.anonymous.call(searchNodes, { query: { facets: true } })
    assert.deepEqual(facets?.evidence, [
      { value: 'tests_fail', count: 1 },
      { value: 'reported_works', count: 1 },
      { value: 'uses_deprecated', count: 1 },
      { value: 'not_stated', count: 1 },
    ])
    for (const evidence of ['tests_fail', 'reported_works', 'uses_deprecated'] as const) {
      const { nodes } = await world.anonymous.call(searchNodes, { query: { evidence } })
      assert.deepEqual(
        nodes.map((node) => node.id),
        [id],
      )
    }
  })
})
