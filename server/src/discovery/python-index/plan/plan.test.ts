import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readInstallation } from '@nodeyard/analysis/installations'
import { type InstallationPlan, planInstallation } from '@nodeyard/contract/discovery'
import { type BodyOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { FakeIndex } from '../../../../test/python-index.ts'
import { useWorld } from '../../../../test/world.ts'
import { readPythonIndex } from '../command.ts'

const holder = useWorld()

const plan = (body: Omit<BodyOf<typeof planInstallation>, 'machine'>) =>
  holder.world.anonymous.call(planInstallation, {
    body: { ...body, machine: { python: '3.12', os: 'linux' } },
  })

async function givenPack(versions: Record<string, string[]>): Promise<string> {
  const { id } = await holder.world.given.node()
  for (const [version, dependencies] of Object.entries(versions))
    await holder.world.given.version({ node_id: id, version, dependencies })
  return id
}

const chosen = ({ packs }: InstallationPlan) =>
  packs.map(({ node_id, version, chosen }) => `${node_id} ${version} ${chosen}`)

async function withSlice(fill: (index: FakeIndex) => void, run: () => Promise<void>): Promise<void> {
  const index = await FakeIndex.open()
  fill(index)
  try {
    assert.equal(await readPythonIndex(holder.world.deps, ['--from', index.url], () => {}), 0)
    await run()
  } finally {
    await index.close()
  }
}

describe('planning an installation', () => {
  it('pins packs by digest and Python packages by version', async () => {
    const id = await givenPack({ '1.0.0': [], '1.1.0': ['alpha'] })
    await withSlice(
      (index) => index.add('alpha', '1.0').add('alpha', '2.0'),
      async () => {
        const { packs, check, lock } = await plan({
          packs: [{ node_id: id.toUpperCase() }],
          unknown: ['Fog'],
        })
        const [pack] = packs
        assert.equal(pack?.version, '1.1.0')
        assert.match(pack?.sha256 ?? '', /^[\da-f]{64}$/)
        assert.equal(check.verdict, 'fine')
        const read = readInstallation(lock)
        assert.deepEqual(read.python, [{ name: 'alpha', version: '2.0' }])
        assert.equal(read.packs[0]?.sha256, pack?.sha256)
        assert.deepEqual(JSON.parse(lock).unknown, ['Fog'])
      },
    )
  })

  it('chooses earlier versions where the newest conflict, and keeps stated ones', async () => {
    const old = await givenPack({ '1.0.0': ['numpy<2'] })
    const both = await givenPack({ '1.0.0': ['numpy'], '2.0.0': ['numpy>=2'] })
    const packs = [{ node_id: old }, { node_id: both }]
    const planned = await plan({ packs })
    assert.deepEqual(chosen(planned), [`${old} 1.0.0 newest`, `${both} 1.0.0 agreeing`])
    assert.equal(planned.packs[1]?.newest, '2.0.0')
    assert.notEqual(planned.check.verdict, 'conflict')
    const stated = await plan({ packs: [{ node_id: old }, { node_id: both, version: '2.0.0' }] })
    assert.deepEqual(chosen(stated), [`${old} 1.0.0 newest`, `${both} 2.0.0 stated`])
    assert.equal(stated.check.verdict, 'conflict')
  })

  it('gives the same bytes for the same date, whatever is published later', async () => {
    const { world } = holder
    const id = await givenPack({ '1.0.0': [] })
    world.advance(1 * 3_600_000)
    const as_of = world.now().toISOString()
    const before = await plan({ packs: [{ node_id: id }], as_of })
    world.advance(24 * 365 * 3_600_000)
    await world.given.version({ node_id: id, version: '2.0.0' })
    assert.equal((await plan({ packs: [{ node_id: id }], as_of })).lock, before.lock)
    assert.deepEqual(chosen(await plan({ packs: [{ node_id: id }], min_age: '72h' })), [`${id} 1.0.0 newest`])
    world.advance(100 * 3_600_000)
    assert.deepEqual(chosen(await plan({ packs: [{ node_id: id }], min_age: '72h' })), [`${id} 2.0.0 newest`])
    const early = await plan({ packs: [{ node_id: id }], as_of: '2000-01-01T00:00:00Z' })
    assert.deepEqual(early.left_out, [{ name: id, reason: 'too_new' }])
  })

  it('takes packs without versions from their repository, in folders of their own', async () => {
    const { world } = holder
    const commit = 'c'.repeat(40)
    const repository = 'https://github.com/acme/ComfyUI-Fog'
    const { id } = await world.given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: repository,
      repository_key: 'github.com/acme/comfyui-fog',
    })
    const { packs, left_out, lock } = await plan({
      packs: [
        { folder: 'comfyui-fog', commit },
        { repository: 'https://codeberg.org/other/comfyui-fog', commit },
        { repository: 'https://codeberg.org/other/mist', folder: '.disabled', commit },
        { repository: 'https://codeberg.org/other/.nodeyard.disabled', commit },
        { node_id: 'no-such-pack' },
        { node_id: id },
      ],
    })
    assert.deepEqual(packs, [
      { folder: 'comfyui-fog', node_id: id, repository, chosen: 'repository' },
      {
        folder: 'other-comfyui-fog',
        repository: 'https://codeberg.org/other/comfyui-fog',
        commit,
        chosen: 'repository',
      },
      { folder: 'mist', repository: 'https://codeberg.org/other/mist', commit, chosen: 'repository' },
    ])
    assert.deepEqual(left_out, [
      { name: `${id}@${commit}`, reason: 'commit_not_kept' },
      { name: 'https://codeberg.org/other/.nodeyard.disabled', reason: 'unknown' },
      { name: 'no-such-pack', reason: 'unknown' },
      { name: id, reason: 'twice' },
    ])
    assert.equal(readInstallation(lock).packs.length, 3)
  })

  it('keeps only commits that were read in the same repository, the newest that has all used nodes', async () => {
    const { world } = holder
    const [old, middle, current, strange, held] = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))
    const { id } = await world.given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://github.com/acme/mist',
      repository_key: 'github.com/acme/mist',
    })
    const read = (commit_id = '', day = 0, names: string[] = [], part: object = {}) =>
      world.given.reading(
        {
          node_id: id,
          commit_id,
          committed_at: new Date(Date.UTC(2026, 0, day)),
          repository_url: 'https://github.com/Acme/Mist.git',
          ...part,
        },
        names.map((name) => ({ name })),
      )
    await read(held, 9, ['Fog', 'Haze'], { verdict: 'held' })
    await read(strange, 8, ['Fog', 'Haze'], { repository_url: 'https://github.com/other/mist' })
    await read(old, 1, ['Fog'])
    await read(middle, 2, ['Fog', 'Haze'])
    await read(current, 3, ['Fog', 'Haze'])
    const kept = async (commits: (string | undefined)[], names: string[] = []) => {
      const requested = { node_id: id, commits: commits.flatMap((one) => one ?? []), comfy_nodes: names }
      const { packs, left_out, lock } = await plan({ packs: [requested] })
      assert.deepEqual(JSON.parse(lock).unknown, left_out.map(({ name }) => name).sort())
      return [packs[0]?.commit, ...left_out.map(({ name }) => name.split('@')[1])]
    }
    assert.deepEqual(await kept([old, middle]), [middle])
    assert.deepEqual(await kept([old], ['Fog', 'Made up']), [old])
    assert.deepEqual(await kept([old], ['Fog', 'Haze']), [current, old])
    assert.deepEqual(await kept([strange]), [current, strange])
    assert.deepEqual(await kept([held]), [current, held])
    assert.deepEqual(await kept(['a'.repeat(40), old]), [old, 'a'.repeat(40)])
    const stated = await plan({ packs: [{ node_id: id, version: '1.0.5' }] })
    assert.equal(stated.packs[0]?.commit, current)
    assert.deepEqual(stated.left_out, [{ name: `${id}@1.0.5`, reason: 'version_unknown' }])
  })

  it('keeps the commit that set a stated version in the project file', async () => {
    const { world } = holder
    const [old, newer, current, held] = ['6', '7', '8', '9'].map((digit) => digit.repeat(40))
    const repository_url = 'https://github.com/acme/haze'
    const { id } = await world.given.node({
      publisher_id: unclaimedPublisherId,
      repository_url,
      repository_key: 'github.com/acme/haze',
    })
    const versions = [
      { version: '1.0.7', commit: held, at: '2026-01-07T00:00:00Z' },
      { version: '1.0.6', commit: newer, at: '2026-01-06T00:00:00Z' },
      { version: '1.0.5', commit: old, at: '2026-01-05T00:00:00Z' },
    ]
    const read = { node_id: id, repository_url, committed_at: new Date('2026-02-01') }
    await world.given.reading({ ...read, commit_id: `${held}`, verdict: 'held' })
    await world.given.reading({ ...read, commit_id: `${current}`, versions: JSON.stringify(versions) })
    const kept = async (requested: object) => {
      const { packs, left_out } = await plan({ packs: [{ node_id: id, ...requested }] })
      return [packs[0]?.commit, ...left_out.map(({ name }) => name.split('@')[1])]
    }
    assert.deepEqual(await kept({ version: 'v1.0.5' }), [old])
    assert.deepEqual(await kept({ version: '1.0.6', commits: [current] }), [current])
    assert.deepEqual(await kept({ version: '1.0.6', commits: [current], comfy_nodes: ['Fog'] }), [newer])
    assert.deepEqual(await kept({ version: '1.0.7' }), [current, '1.0.7'])
    assert.deepEqual(await kept({ version: '1.0.4' }), [current, '1.0.4'])
  })

  it('keeps a stated commit of the main branch', async () => {
    const { world } = holder
    const [old, newer, current, held, strange] = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))
    const repository_url = 'https://github.com/acme/dew'
    const { id } = await world.given.node({
      publisher_id: unclaimedPublisherId,
      repository_url,
      repository_key: 'github.com/acme/dew',
    })
    const main_commits = Buffer.from(
      [current, held, newer, old].map((commit, age) => `${commit}6900000${9 - age}`).join(''),
      'hex',
    )
    const read = { node_id: id, repository_url, committed_at: new Date('2026-02-01') }
    await world.given.reading({ ...read, commit_id: `${held}`, verdict: 'held' })
    await world.given.reading({ ...read, commit_id: `${current}`, main_commits })
    const kept = async (commits: (string | undefined)[]) => {
      const stated = commits.map(String)
      const { packs, left_out } = await plan({
        packs: [{ node_id: id, commits: stated, comfy_nodes: ['Fog'] }],
      })
      return [packs[0]?.commit, ...left_out.map(({ name }) => name.split('@')[1])]
    }
    assert.deepEqual(await kept([old]), [old])
    assert.deepEqual(await kept([old, newer]), [newer])
    assert.deepEqual(await kept([held]), [current, held])
    assert.deepEqual(await kept([strange]), [current, strange])
    assert.deepEqual(await kept([strange, old]), [old, strange])
  })

  it('keeps the Python packages of a snapshot', async () => {
    const pins = [
      { name: 'torch', version: '2.6.0+cu124' },
      { name: '../x', version: '1' },
    ]
    const { lock } = await plan({ packs: [], unknown: ['x'], pins })
    assert.deepEqual(readInstallation(lock).python, [{ name: 'torch', version: '2.6.0+cu124' }])
  })

  it('leaves out what must not be installed', async () => {
    const { world } = holder
    const { id: banned } = await world.given.node({ status: 'banned' })
    const pending = await world.given.version({ status: 'pending' })
    const known = await givenPack({ '1.0.0': [] })
    const { packs, left_out } = await plan({
      packs: [
        { node_id: banned },
        { node_id: pending.node_id },
        { node_id: pending.node_id.toUpperCase(), version: pending.version },
        { node_id: known, version: '9.9.9' },
      ],
    })
    assert.deepEqual(packs, [])
    assert.deepEqual(
      left_out.map(({ reason }) => reason),
      ['banned', 'held_back', 'twice', 'version_unknown'],
    )
  })

  it('warns of versions that do not work with the tool, and chooses them all the same', async () => {
    const { world } = holder
    const id = await givenPack({ '1.0.0': [] })
    const { id: versionId } = await world.given.version({
      node_id: id,
      version: '1.1.0',
      supported_comfyui_version: '<0.4.0',
    })
    const interfaces = [{ name: 'execution.recursive_execute', file: 'a.py', line: 1 }]
    const { db } = world.deps
    await world.given.analysis({ version_id: versionId, traits: JSON.stringify({ interfaces }) })
    const machine = { tool: '0.3', python: '3.12', os: 'linux', accelerator: 'cpu' }
    const day = world.now().toISOString().slice(0, 10)
    await db
      .insertInto('import_reports')
      .values({ version_id: versionId, day, ...machine, outcome: 'import_error', count: 9 })
      .execute()
    const packs = [{ node_id: id }]
    const { warnings, ...planned } = await plan({ packs, tool: { version: 'v0.4.1' } })
    assert.deepEqual(chosen(planned), [`${id} 1.1.0 newest`])
    const about = { node_id: id, version: '1.1.0' }
    assert.deepEqual(warnings, [
      { ...about, kind: 'declared_tool', declared: '<0.4.0' },
      { ...about, kind: 'reported_failing' },
      {
        ...about,
        kind: 'removed_interface',
        interface: 'execution.recursive_execute',
        tool_version: '0.1.0',
      },
    ])
    const old = await plan({ packs, tool: { version: '0.0.9' } })
    assert.deepEqual(
      old.warnings?.map(({ kind }) => kind),
      ['reported_failing'],
    )
    assert.equal((await plan({ packs: [{ node_id: id, version: '1.0.0' }] })).warnings, undefined)
  })

  it('warns of packs that define the same comfy-nodes, read or listed', async () => {
    const { given } = holder.world
    const listed = async (id: string) => {
      const repository_url = `https://github.com/acme/${id}`
      const repository_key = `github.com/acme/${id}`
      return (await given.node({ id, publisher_id: unclaimedPublisherId, repository_url, repository_key })).id
    }
    const [first, second, third] = [
      await listed('same-first'),
      await listed('same-second'),
      await listed('same-third'),
    ]
    for (const name of ['Fog', 'Haze', 'Mist']) await given.hint(first, name)
    for (const name of ['Haze', 'Fog', 'Rain']) await given.hint(second, name)
    await given.hint(third, 'Snow')
    const { warnings } = await plan({ packs: [third, second, first].map((node_id) => ({ node_id })) })
    assert.deepEqual(warnings, [
      {
        node_id: first,
        kind: 'same_comfy_nodes',
        other_node_id: second,
        comfy_nodes: ['Fog', 'Haze'],
        comfy_node_count: 2,
      },
    ])
    const [many, more] = [await listed('same-zmany'), await listed('same-zmore')]
    const names = Array.from({ length: 600 }, (_, at) => `Cloud ${String(at).padStart(3, '0')}`)
    for (const node_id of [many, more])
      await holder.world.deps.db
        .insertInto('comfy_node_hints')
        .values(names.map((name) => ({ node_id, name })))
        .execute()
    const [large] = (await plan({ packs: [many, more].map((node_id) => ({ node_id })) })).warnings ?? []
    assert.deepEqual([large?.comfy_nodes?.length, large?.comfy_node_count], [20, 500])
    assert.equal((await plan({ packs: [third, first].map((node_id) => ({ node_id })) })).warnings, undefined)
  })
})
