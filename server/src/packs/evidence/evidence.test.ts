import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { getCompatibilityEvidence, type ImportOutcome } from '@nodeyard/contract/packs'
import { uploadArtifact } from '@nodeyard/contract/services'
import { useWorld } from '../../../test/world.ts'
import { forgetImportReports } from './jobs.ts'

const secret = 'what-build-machines-know'
const holder = useWorld({}, { CI_SECRET: secret, RATE_LIMIT_FACTOR: '0' })
const dayMs = 86_400_000

const evidenceOf = (nodeId: string, version?: string) =>
  holder.world.anonymous.call(getCompatibilityEvidence, {
    params: { nodeId },
    query: version === undefined ? {} : { version },
  })

/** Numbers of addresses, each in a network of its own. */
let networks = 0
const elsewhere = () => `10.${(++networks >> 8) & 255}.${networks & 255}.1`

interface Sent {
  node_id: string
  version: string
  outcome?: ImportOutcome
}

async function report(
  sent: Sent[],
  { from = elsewhere(), machine = {} }: { from?: string; machine?: object } = {},
): Promise<number> {
  const response = await holder.world.inject({
    method: 'POST',
    url: '/import-reports',
    remoteAddress: from,
    payload: {
      tool_version: '0.3',
      python: '3.12',
      os: 'linux',
      accelerator: 'cuda',
      ...machine,
      reports: sent.map((one) => ({ outcome: 'imported', ...one })),
    },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().counted
}

async function givenPack(): Promise<Sent> {
  const { given } = holder.world
  const { id } = await given.node()
  const version = await given.version({ node_id: id })
  return { node_id: id, version: version.version }
}

/** Past the time for which responses are cached. */
const later = () => holder.world.advance(400_000)

describe('import reports', () => {
  beforeEach(() => holder.world.startDay())

  it('are shown from five on, for each kind of machine', async () => {
    const pack = await givenPack()
    for (let count = 0; count < 4; count++) assert.equal(await report([pack]), 1)
    await report([{ ...pack, outcome: 'syntax_error' }], { machine: { os: 'windows' } })
    const few = (await evidenceOf(pack.node_id)).reported
    assert.deepEqual([few.count, few.machines], [0, []])
    await report([{ ...pack, outcome: 'import_error' }])
    later()
    const { reported } = await evidenceOf(pack.node_id)
    const [machine] = reported.machines
    assert.deepEqual(
      [reported.count, reported.verdict, reported.machines.length, machine?.imported, machine?.import_error],
      [5, 'mixed', 1, 4, 1],
    )
    assert.equal(machine?.last_on, holder.world.now().toISOString().slice(0, 10))
  })

  it('count once per address, version and day, and twice per network', async () => {
    const [one, other] = [await givenPack(), await givenPack()]
    assert.equal(await report([one, one, other], { from: '203.0.113.1' }), 2)
    assert.equal(await report([one, { ...other, outcome: 'other_error' }], { from: '203.0.113.1' }), 0)
    const counted = []
    for (let host = 2; host < 9; host++) counted.push(await report([one], { from: `203.0.113.${host}` }))
    assert.deepEqual(counted, [1, 0, 0, 0, 0, 0, 0])
    for (let host = 1; host < 8; host++) await report([other], { from: `2001:db8:7:${host}00::1` })
    later()
    assert.equal((await evidenceOf(other.node_id)).reported.count, 0, 'two networks are too few')
    await report([other])
    await report([other])
    later()
    assert.equal((await evidenceOf(other.node_id)).reported.count, 5)
    holder.world.advance(dayMs)
    assert.equal(await report([one], { from: '203.0.113.1' }), 1)
  })

  it('do not move a verdict in a flood of one day from many networks', async () => {
    const pack = await givenPack()
    for (let day = 0; day < 10; day++) {
      for (let count = 0; count < 8; count++) await report([pack])
      holder.world.advance(dayMs)
    }
    let counted = 0
    const lie = { ...pack, outcome: 'other_error' as const }
    for (let at = 0; at < 120; at++) {
      counted += await report([lie], { from: `198.18.${at}.1` })
    }
    assert.equal(counted, 100)
    later()
    const { reported } = await evidenceOf(pack.node_id)
    assert.equal(reported.verdict, 'works')
  })

  it('ignore unknown, unpublished and malformed versions', async () => {
    const { world } = holder
    const pending = await world.given.version({ status: 'pending' })
    const known = await givenPack()
    assert.equal(
      await report([
        { node_id: 'no-such-node', version: '1.0.0' },
        { node_id: pending.node_id, version: pending.version },
        { node_id: known.node_id, version: 'nightly' },
        { node_id: known.node_id.toUpperCase(), version: known.version },
      ]),
      1,
    )
    const refused = await world.inject({
      method: 'POST',
      url: '/import-reports',
      payload: {
        tool_version: '0.3.66',
        python: '3.12',
        os: 'linux',
        accelerator: 'cuda',
        reports: [{ ...known, outcome: 'imported' }],
      },
    })
    assert.equal(refused.statusCode, 400)
    assert.match(refused.body, /two numbers, such as 0\.3/)
  })

  it('store no address, and are forgotten in the end', async () => {
    const { world } = holder
    const pack = await givenPack()
    await report([pack], { from: '192.0.2.77' })
    const rows = await world.deps.db.selectFrom('import_reports').selectAll().execute()
    assert.deepEqual(Object.keys(rows[0] ?? {}).sort(), [
      ...['accelerator', 'count', 'day', 'os', 'outcome', 'python', 'tool', 'version_id'],
    ])
    world.advance(401 * dayMs)
    await forgetImportReports.run(world.deps, {}, new AbortController().signal)
    assert.deepEqual(await world.deps.db.selectFrom('import_reports').selectAll().execute(), [])
  })
})

describe('evidence of compatibility', () => {
  it('keeps what is declared apart from what the code shows', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    const { id: versionId, version } = await world.given.version({
      node_id: id,
      supported_os: ['Linux'],
      supported_comfyui_version: '>=0.3.40',
    })
    const interfaces = [
      { name: 'comfy.sd.ModelPatcher', file: 'a.py', line: 3 },
      { name: 'left.the.table', file: 'a.py', line: 4 },
    ]
    const traits = JSON.stringify({ python: '>=3.10', os: ['Windows'], interfaces })
    await world.given.analysis({ version_id: versionId, traits })
    const { declared, inferred } = await evidenceOf(id, version)
    assert.deepEqual(
      [declared?.os, declared?.python, declared?.tool_version],
      [['Linux'], '>=3.10', '>=0.3.40'],
    )
    assert.deepEqual(
      inferred.uses.map((use) => [use.interface, use.state, use.tool_version, use.file, use.line]),
      [['comfy.sd.ModelPatcher', 'removed', '0.0.1', 'a.py', 3]],
    )
    assert.ok(inferred.analyzed_at)
  })

  it('counts the CI results of the node’s repository by machine', async () => {
    const { world } = holder
    const { id } = await world.given.node({
      repository_url: 'https://github.com/Acme/Fog',
      repository_key: 'github.com/acme/fog',
      repository_proof: 'build',
    })
    await world.given.version({ node_id: id })
    const result = {
      repo: 'Acme/Fog',
      job_id: '1',
      run_id: '1',
      os: 'linux',
      commit_message: 'Fog',
      branch_name: 'main',
      commit_time: '2026-01-02T03:04:05Z',
      workflow_name: 'tests',
      pr_number: '',
      python_version: '3.12',
      job_trigger_user: 'kim',
      author: 'kim',
      start_time: 1,
      end_time: 2,
      cuda_version: '12.4',
    }
    const upload = (commit_hash: string, status: 'Completed' | 'Failed' | 'Started') =>
      world.anonymous.call(
        uploadArtifact,
        { body: { ...result, commit_hash, status: `WorkflowRunStatus${status}` } },
        { headers: { authorization: `Bearer ${secret}` } },
      )
    await upload('one', 'Completed')
    await upload('two', 'Started')
    world.advance(1000)
    await upload('three', 'Failed')
    const { tested } = await evidenceOf(id)
    assert.deepEqual([tested.repository, tested.completed, tested.failed], ['acme/fog', 1, 1])
    assert.deepEqual(
      tested.machines.map((one) => [one.os, one.python, one.accelerator, one.last_status]),
      [['linux', '3.12', 'CUDA 12.4', 'failed']],
    )
  })

  it('is empty for a node without versions', async () => {
    const { id } = await holder.world.given.node()
    const empty = await evidenceOf(id)
    assert.deepEqual([empty.version, empty.declared, empty.inferred], [undefined, undefined, { uses: [] }])
    await assert.rejects(evidenceOf('no-such-node'), { status: 404 })
    await assert.rejects(evidenceOf(id, '9.9.9'), { status: 404 })
  })
})
