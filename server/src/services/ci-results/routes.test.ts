import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contract from '@nodeyard/contract/services'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const secret = 'what-build-machines-know'
const registry = useWorld({}, { CI_SECRET: secret, CI_REPOSITORY: 'Tool/Core' })
const off = useWorld()

const result = {
  repo: 'Tool/Core',
  job_id: 'job-1',
  run_id: 'run-1',
  os: 'linux',
  commit_hash: 'abc123',
  commit_message: 'Sharpen',
  commit_time: '2026-01-02T03:04:05Z',
  branch_name: 'main',
  workflow_name: 'tests',
  pr_number: '12',
  python_version: '3.12',
  job_trigger_user: 'somebody',
  author: 'Some Body',
  start_time: 1_767_323_045,
  end_time: 1_767_323_145,
  status: 'WorkflowRunStatusCompleted',
} as const
type Upload = Omit<typeof result, 'status' | 'os'> & { status: contract.WorkflowRunStatus; os: string }

const bearer = { headers: { authorization: `Bearer ${secret}` } }
const upload = (part: object = {}, init = bearer, { world } = registry) =>
  world.anonymous.call(contract.uploadArtifact, { body: { ...(result as Upload), ...part } }, init)
const list = (query: object = {}) => registry.world.anonymous.call(contract.listCiResults, { query })
const summaries = (query: object = {}) =>
  registry.world.anonymous.call(contract.listCommitSummaries, { query })

describe('uploading a CI result', () => {
  it('stores a result with commit, files and machine', async () => {
    const machine_stats = { machine_name: 'box', gpu_type: 'none', vram_time_series: { '0': 1.5 } }
    await upload({
      commit_hash: 'whole',
      branch_name: 'whole',
      machine_stats,
      bucket_name: 'results',
      output_files_gcs_paths: 'out/a b.png, out/c.png,',
      avg_vram: 100,
      peak_vram: 200,
    })
    const { jobResults, totalNumberOfPages } = await list({ branch: 'whole' })
    assert.equal(totalNumberOfPages, 1)
    const [found] = jobResults
    assert.ok(found)
    assert.deepEqual(
      [
        found.git_repo,
        found.commit_time,
        found.start_time,
        found.status,
        found.avg_vram,
        found.action_run_id,
      ],
      ['tool/core', 1_767_323_045, 1_767_323_045, 'WorkflowRunStatusCompleted', 100, 'run-1'],
    )
    assert.deepEqual(found.machine_stats, machine_stats)
    assert.deepEqual(
      found.storage_files.map(({ file_path, public_url }) => [file_path, public_url]),
      [
        ['out/a b.png', 'https://storage.googleapis.com/results/out/a%20b.png'],
        ['out/c.png', 'https://storage.googleapis.com/results/out/c.png'],
      ],
    )
    assert.deepEqual(found.storage_file, found.storage_files[0])
    const { anonymous } = registry.world
    const params = { workflowResultId: found.id }
    assert.deepEqual(await anonymous.call(contract.getCiResult, { params }), found)
    assert.deepEqual(await list({ commitId: found.commit_id }), { jobResults, totalNumberOfPages })
    assert.deepEqual(await list({ commitId: 'whole' }), { jobResults, totalNumberOfPages })
  })

  it('replaces earlier results of the same commit, system and workflow only', async () => {
    const part = { commit_hash: 'again', branch_name: 'again', output_files_gcs_paths: 'a,b' }
    await upload({ ...part, run_id: 'first' })
    await upload({ ...part, run_id: 'other system', os: 'windows' })
    await upload({ ...part, run_id: 'other workflow', workflow_name: 'lint' })
    await upload({ ...part, run_id: 'second' })
    const { jobResults } = await list({ branch: 'again' })
    assert.deepEqual(
      jobResults.map(({ action_run_id }) => action_run_id),
      ['second', 'other workflow', 'other system'],
    )
    const { count } = await registry.world.deps.db
      .selectFrom('storage_files')
      .leftJoin('ci_result_files', 'file_id', 'id')
      .where('result_id', 'is', null)
      .select((from) => from.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, 0)
  })

  it('stores one result for concurrent requests', async () => {
    const part = { commit_hash: 'at once', branch_name: 'at-once' }
    await Promise.all(Array.from({ length: 6 }, (_, n) => upload({ ...part, run_id: `run ${n}` })))
    assert.equal((await list({ branch: 'at-once' })).jobResults.length, 1)
  })

  it('requires the secret, and is disabled without one', async () => {
    const { world } = registry
    await refused('missing_credential', upload({}, { headers: { authorization: '' } }))
    for (const wrong of ['x', secret.slice(1), await world.tokenOf(await world.given.user())])
      await refused('invalid_credential', upload({}, { headers: { authorization: `Bearer ${wrong}` } }))
    await refused('not_bearer', upload({}, { headers: { authorization: `Basic ${secret}` } }))
    await refused('invalid_credential', upload({}, bearer, off))
  })

  it('names the invalid field', async () => {
    const bad: [object, string][] = [
      [{ repo: 'no-owner' }, 'body.repo'],
      [{ commit_hash: '' }, 'body.commit_hash'],
      [{ commit_time: '2026-02-30T00:00:00Z' }, 'body.commit_time'],
      [{ commit_time: '0000-01-01T00:00:00Z' }, 'body.commit_time'],
      [{ commit_time: '2026-06-30T23:59:60Z' }, 'body.commit_time'],
      [{ start_time: 1.5 }, 'body.start_time'],
      [{ avg_vram: 2 ** 31 }, 'body.avg_vram'],
      [{ status: 'STARTED' }, 'body.status'],
      [{ output_files_gcs_paths: 'a,'.repeat(1001) }, 'body.output_files_gcs_paths'],
      [{ output_files_gcs_paths: 'a'.repeat(2049) }, 'body.output_files_gcs_paths'],
    ]
    for (const [part, field] of bad)
      assert.equal((await refused('invalid_request', upload(part))).field, field)
  })
})

describe('commit summaries', () => {
  it('show the worst state per operating system', async () => {
    const part = { commit_hash: 'mixed', branch_name: 'mixed', commit_message: 'Blur' }
    await upload({ ...part, workflow_name: 'a', status: 'WorkflowRunStatusFailed' })
    await upload({ ...part, workflow_name: 'b', status: 'WorkflowRunStatusCompleted' })
    await upload({ ...part, workflow_name: 'a', os: 'windows', status: 'WorkflowRunStatusCompleted' })
    await upload({ ...part, workflow_name: 'b', os: 'windows', status: 'WorkflowRunStatusStarted' })
    assert.deepEqual(await summaries({ branchName: 'mixed' }), {
      commitSummaries: [
        {
          commit_hash: 'mixed',
          commit_name: 'Blur',
          branch_name: 'mixed',
          author: 'Some Body',
          timestamp: '2026-01-02T03:04:05.000Z',
          status_summary: { linux: 'FAILED', windows: 'STARTED' },
        },
      ],
      totalNumberOfPages: 1,
    })
  })

  it('are ordered by newest commit, with the exact page count', async () => {
    for (const n of [1, 3, 2]) {
      await upload({
        commit_hash: `order-${n}`,
        branch_name: 'order',
        commit_time: `2026-03-0${n}T00:00:00Z`,
      })
    }
    const first = await summaries({ branchName: 'order', pageSize: 2 })
    assert.deepEqual(
      first.commitSummaries.map(({ commit_hash }) => commit_hash),
      ['order-3', 'order-2'],
    )
    assert.equal(first.totalNumberOfPages, 2)
    const last = await summaries({ branchName: 'order', pageSize: 2, page: 2 })
    assert.deepEqual(
      last.commitSummaries.map(({ commit_hash }) => commit_hash),
      ['order-1'],
    )
  })
})

describe('reading CI results', () => {
  it('returns empty lists for unknown names', async () => {
    const nothing = { jobResults: [], totalNumberOfPages: 0 }
    assert.deepEqual(await list({ commitId: 'unknown' }), nothing)
    assert.deepEqual(await list({ repoName: 'b a d/é' }), nothing)
    assert.deepEqual(await summaries({ repoName: 'nobody/nothing' }), {
      commitSummaries: [],
      totalNumberOfPages: 0,
    })
    const { anonymous } = registry.world
    const query = { repo_name: 'nobody/nothing' }
    assert.deepEqual(await anonymous.call(contract.listBranches, { query }), { branches: [] })
  })

  it('ignores the case of repositories, and shows a new branch immediately', async () => {
    const { anonymous } = registry.world
    const branches = async (repo_name?: string) =>
      (await anonymous.call(contract.listBranches, { query: repo_name ? { repo_name } : {} })).branches
    const before = await branches('TOOL/CORE')
    await upload({ commit_hash: 'branch', branch_name: 'a-new-branch' })
    assert.deepEqual(await branches('TOOL/CORE'), [...before, 'a-new-branch'].sort())
    assert.deepEqual(await branches(), await branches('tool/core'))
  })

  it('refuses an unknown result', async () => {
    const { anonymous } = registry.world
    const of = (workflowResultId: string) =>
      anonymous.call(contract.getCiResult, { params: { workflowResultId } })
    await refused('ci_result_not_found', of('00000000-0000-4000-8000-000000000000'))
    await refused('invalid_request', of('7'))
  })
})
