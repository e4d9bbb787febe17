import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { getPythonIndex, type PythonIndexPointer, pythonIndexType } from '@nodeyard/contract/discovery'
import type { BodyOf } from '@nodeyard/contract/ground'
import { type checkRequirements, checkRequirements as contract } from '@nodeyard/contract/packs'
import { listKillListKeys } from '@nodeyard/contract/safety'
import { createLocalJWKSet, generalVerify } from 'jose'
import { testPublisher } from '../../../test/publishing.ts'
import { FakeIndex } from '../../../test/python-index.ts'
import { useWorld } from '../../../test/world.ts'
import { addSigningKey } from '../../safety/advisories/kill-list.ts'
import { deleteFile } from '../catalogue/files.ts'
import { readPythonIndex } from './command.ts'
import { reissueSlice, sliceFolder, sliceViolations } from './publish.ts'

const holder = useWorld()
const machine = { python: '3.12', os: 'linux' } as const

const check = (body: Omit<BodyOf<typeof checkRequirements>, 'machine'>, on: object = {}) =>
  holder.world.anonymous.call(contract, { body: { ...body, machine: { ...machine, ...on } } })

async function givenPack(...dependencies: string[]): Promise<string> {
  const { id } = await holder.world.given.node()
  await holder.world.given.version({ node_id: id, version: '1.0.0', dependencies })
  return id
}

async function withIndex(run: (index: FakeIndex) => Promise<void>): Promise<void> {
  const index = await FakeIndex.open()
  await run(index).finally(() => index.close())
}

async function read(from: string, ...more: string[]): Promise<{ code: number | undefined; said: string }> {
  const said: string[] = []
  const code = await readPythonIndex(holder.world.deps, ['--from', from, ...more], (line) => said.push(line))
  return { code, said: said.join('\n') }
}

/** Verifies the pointer as a client would. */
async function readPointer(): Promise<PythonIndexPointer> {
  const signed = await holder.world.anonymous.call(getPythonIndex)
  const { keys } = await holder.world.anonymous.call(listKillListKeys)
  const { payload, protectedHeader } = await generalVerify(signed, createLocalJWKSet({ keys }))
  assert.equal(protectedHeader?.typ, pythonIndexType)
  return JSON.parse(Buffer.from(payload).toString())
}

async function readSlice(digest: string): Promise<{ name: string; versions: { version: string }[] }[]> {
  const response = await holder.world.inject({ method: 'GET', url: `/python-index/${digest}` })
  assert.equal(response.statusCode, 200)
  const [head, ...lines] = response.payload.trimEnd().split('\n')
  assert.deepEqual(JSON.parse(head ?? ''), { format: 'nodeyard-python-index/1' })
  return lines.map((line) => JSON.parse(line))
}

describe('reading a Python package index', () => {
  it('answers that there is none before the first', async () => {
    await assert.rejects(holder.world.anonymous.call(getPythonIndex), { status: 404 })
    assert.equal((await check({})).verdict, 'unknown')
  })

  it('publishes what packs require, directly or not, signed and as one file', () =>
    withIndex(async (index) => {
      await givenPack('alpha>=1', 'no-such-package')
      index.add('alpha', '1.0', ['beta<2; python_version < "3.9"']).add('beta', '1.0').add('unused', '1.0')
      const { code, said } = await read(index.url)
      assert.equal(code, 0)
      assert.match(said, /2 packages with 2 versions, .* 1 packages are not in the index/)
      const { file, packages, read_at } = await readPointer()
      assert.equal(packages, 2)
      assert(Date.parse(read_at) <= holder.world.now().getTime())
      assert.deepEqual(
        (await readSlice(file.digest)).map(({ name }) => name),
        ['alpha', 'beta'],
      )
    }))

  it('keeps yanked flags, upload times and Python ranges', () =>
    withIndex(async (index) => {
      await givenPack('alpha')
      index.add('alpha', '1.0', [], { yanked: true, python: '>=3.8', uploaded: '2025-05-01T00:00:00Z' })
      await read(index.url)
      const [line] = await readSlice((await readPointer()).file.digest)
      assert.deepEqual(line?.versions, [
        {
          python: '>=3.8',
          requirements: 0,
          uploaded: '2025-05-01T00:00:00.000Z',
          version: '1.0',
          wheels: 0,
          yanked: true,
        },
      ])
    }))

  it('reads metadata of the newest versions and of pinned ones', () =>
    withIndex(async (index) => {
      await givenPack('pinned==1.0')
      for (const version of ['1.0', '2.0', '3.0']) index.add('pinned', version)
      await read(index.url, '--versions', '1')
      const files = index.asked.filter((path) => path.endsWith('.metadata'))
      assert.deepEqual(
        files.map((path) => path.split('-')[1]),
        ['3.0', '1.0'],
      )
      index.asked.length = 0
      await read(index.url, '--versions', '1')
      assert(!index.asked.some((path) => path.endsWith('.metadata')), 'metadata never change')
    }))

  it('reads a folder with the same paths, and nothing outside of it', () =>
    withIndex(async (index) => {
      await givenPack('alpha')
      index.add('alpha', '1.0', ['beta']).add('beta', '1.0')
      const folder = await mkdtemp(join(tmpdir(), 'index-'))
      const put = async (path: string, text: string) => {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      for (const name of ['alpha', 'beta'])
        await put(`simple/${name}/index.json`, index.answer(`/simple/${name}/`).body)
      const outside = JSON.parse(index.answer('/simple/beta/').body)
      outside.files[0].url = '../../../../../../etc/passwd'
      await put('simple/beta/index.json', JSON.stringify(outside))
      const file = 'alpha-1.0-py3-none-any.whl.metadata'
      await put(`files/${file}`, index.answer(`/files/${file}`).body)
      assert.equal((await read(folder)).code, 0)
      const lines = await readSlice((await readPointer()).file.digest)
      assert.deepEqual(
        lines.map(({ name }) => name),
        ['alpha', 'beta'],
      )
      assert(!JSON.stringify(lines[1]).includes('"requirements":0'))
      await rm(folder, { recursive: true })
    }))

  it('asks no private host on behalf of an index', () =>
    withIndex((index) =>
      withIndex(async (other) => {
        await givenPack('epsilon', 'zeta')
        index.add('epsilon', '1.0', [], { url: `${other.url}/files/epsilon-1.0-py3-none-any.whl` })
        index.add('zeta', '1.0', [], { url: 'https://10.0.0.1/zeta-1.0-py3-none-any.whl' })
        assert.equal((await read(index.url)).code, 0)
        assert.deepEqual(other.asked, [])
      }),
    ))

  it('reads the JSON API, whose files are elsewhere, too', async () => {
    await givenPack('delta')
    const folder = await mkdtemp(join(tmpdir(), 'index-'))
    const file = (version: string) => ({
      filename: `delta-${version}-py3-none-any.whl`,
      url: `https://files.example.org/aa/delta-${version}-py3-none-any.whl`,
      upload_time_iso_8601: '2026-01-01T00:00:00Z',
      requires_python: '>=3.9',
      yanked: false,
    })
    const info = { version: '2.0', requires_dist: ['alpha>=1'] }
    const releases = { '1.0': [file('1.0')], '2.0': [file('2.0')], '3.0': 'none' }
    await writeFile(join(folder, 'delta.json'), JSON.stringify({ info, releases }))
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/delta-1.0-py3-none-any.whl.metadata'), 'Requires-Dist: alpha<1\n')
    await read(folder)
    const delta = (await readSlice((await readPointer()).file.digest)).find(({ name }) => name === 'delta')
    assert.deepEqual(delta, {
      name: 'delta',
      requirements: [['alpha>=1'], ['alpha<1']],
      versions: ['2.0', '1.0'].map((version, requirements) => ({
        python: '>=3.9',
        requirements,
        uploaded: '2026-01-01T00:00:00.000Z',
        version,
        wheels: 0,
      })),
      wheels: [['py3-none-any']],
    })
    await rm(folder, { recursive: true })
  })

  it('keeps a package as it was if it cannot be read, and says so of a new one', () =>
    withIndex(async (index) => {
      await givenPack('alpha', 'beta')
      index.add('alpha', '1.0').add('beta', '1.0')
      await read(index.url)
      index.add('alpha', '2.0').add('beta', '2.0')
      index.broken.set('/simple/alpha/', { status: 500, body: '' })
      assert.equal((await read(index.url)).code, 0)
      const [alpha, beta] = await readSlice((await readPointer()).file.digest)
      assert.deepEqual([alpha?.versions.length, beta?.versions.length], [1, 2])
      await givenPack('gamma')
      index.broken.set('/simple/gamma/', { status: 200, body: '{"files":' })
      const { code, said } = await read(index.url)
      assert.equal(code, 1)
      assert.match(said, /Not read: gamma/)
    }))

  it('signs the slice again with a new key', () =>
    withIndex(async (index) => {
      await givenPack('alpha')
      index.add('alpha', '1.0')
      await read(index.url)
      const first = await readPointer()
      assert.equal(await reissueSlice(holder.world.deps), false)
      await addSigningKey(holder.world.deps, { kind: 'operator', id: 'operator' })
      assert.equal(await reissueSlice(holder.world.deps), true)
      const second = await readPointer()
      assert(second.sequence > first.sequence)
      assert.deepEqual([second.file, second.read_at], [first.file, first.read_at])
    }))
})

describe('a slice whose file is lost', () => {
  it('is reported, and checks say unknown', () =>
    withIndex(async (index) => {
      const id = await givenPack('alpha')
      index.add('alpha', '1.0')
      await read(index.url)
      const { deps } = holder.world
      assert.deepEqual(await sliceViolations(deps), [])
      const { digest } = (await readPointer()).file
      await deleteFile(deps.blobs, digest, sliceFolder)
      assert.equal((await sliceViolations(deps))[0]?.ids.length, 2)
      const { verdict, index_read_at } = await check({ nodes: [{ node_id: id }] })
      assert.deepEqual([verdict, index_read_at], ['unknown', undefined])
    }))
})

describe('checking requirements', () => {
  const given = async (index: FakeIndex) => {
    index
      .add('numpy', '1.26.4')
      .add('numpy', '2.1.0', [], { uploaded: '2026-03-01T00:00:00Z' })
      .add('numba', '0.59.0', ['numpy<1.27'])
      .add('pillow', '11.0')
    const old = await givenPack('numba==0.59.0')
    const modern = await givenPack('numpy>=2')
    await holder.world.given.version({ node_id: modern, version: '0.9.0', dependencies: ['numpy>=1.20'] })
    await read(index.url, '--also', 'pillow')
    return { old, modern }
  }

  it('names the two nodes, their lines, what connects them, and versions that agree', () =>
    withIndex(async (index) => {
      const { old, modern } = await given(index)
      const other = await givenPack('pillow')
      const { verdict, conflicts, index_read_at } = await check({
        nodes: [old, other, modern].map((node_id) => ({ node_id, version: '1.0.0' })),
      })
      assert.equal(verdict, 'conflict')
      assert.equal(index_read_at, (await readPointer()).read_at)
      assert.equal(conflicts.length, 1)
      const parties = conflicts[0]?.parties.map(({ node_id, lines, agreeing_versions }) => [
        ...[node_id, lines.map(({ text }) => text), agreeing_versions],
      ])
      assert.deepEqual(
        parties?.toSorted((a, b) => String(a[1]).localeCompare(String(b[1]))),
        [
          [old, ['numba==0.59.0'], []],
          [modern, ['numpy>=2'], ['0.9.0']],
        ],
      )
      assert.deepEqual(conflicts[0]?.steps, [
        { package: 'numba', lowest: '0.59.0', highest: '0.59.0', count: 1, requires: 'numpy<1.27' },
      ])
    }))

  it('reads the requirements files of published archives, with their lines', () =>
    withIndex(async (index) => {
      const { modern } = await given(index)
      const publisher = await testPublisher(holder.world)
      const files = { 'requirements.txt': '# pinned for years\n-r old.txt\n', 'old.txt': '\nnumpy==1.26.4\n' }
      const { nodeId } = await publisher.publish({ id: 'listed-lines', files })
      const { conflicts } = await check({
        nodes: [{ node_id: nodeId }, { node_id: modern, version: '1.0.0' }],
      })
      assert.deepEqual(conflicts[0]?.parties[0]?.lines, [{ text: 'numpy==1.26.4', file: 'old.txt', line: 2 }])
    }))

  it('plans versions that meet all requirements', () =>
    withIndex(async (index) => {
      const { old } = await given(index)
      const { verdict, pins } = await check({ nodes: [{ node_id: old }], freeze: 'pillow==11.0\n' })
      assert.equal(verdict, 'fine')
      assert.deepEqual(pins, [
        { name: 'numba', version: '0.59.0' },
        { name: 'numpy', version: '1.26.4' },
        { name: 'pillow', version: '11.0' },
      ])
    }))

  it('finds a node that contradicts what is installed', () =>
    withIndex(async (index) => {
      const { modern } = await given(index)
      const { conflicts, pins } = await check({
        nodes: [{ node_id: modern }],
        freeze: 'pillow==11.0\nnumpy==1.26.4\n',
      })
      assert.deepEqual(
        conflicts.map(({ kind, subject, parties }) => [kind, subject, parties.map(({ source }) => source)]),
        [['direct', 'numpy', ['node', 'freeze']]],
      )
      assert.deepEqual(conflicts[0]?.parties[1]?.lines, [{ text: 'numpy==1.26.4', line: 2 }])
      assert.deepEqual(pins, [
        { name: 'numpy', version: '2.1.0' },
        { name: 'pillow', version: '11.0' },
      ])
    }))

  it('says unknown of what the slice lacks, never fine', () =>
    withIndex(async (index) => {
      await given(index)
      const strange = await givenPack('strange-package>=2')
      const { verdict, unknowns } = await check({
        nodes: [{ node_id: strange }, { node_id: 'nobody-has-this' }],
      })
      assert.equal(verdict, 'unknown')
      assert.deepEqual(unknowns, [
        { reason: 'requirements_missing', subject: 'nobody-has-this' },
        { reason: 'not_in_index', subject: 'strange-package' },
      ])
    }))

  it('takes the index as it was on a day, or without files younger than some days', () =>
    withIndex(async (index) => {
      const { modern } = await given(index)
      const body = { nodes: [{ node_id: modern }] }
      assert.equal((await check(body)).verdict, 'fine')
      const before = await check({ ...body, as_of: '2026-02-01T00:00:00Z' })
      assert.equal(before.verdict, 'conflict')
      assert.deepEqual(before.conflicts[0]?.dead_ends, [
        { package: 'numpy', requirement: 'numpy>=2', reasons: [{ reason: 'too_new', versions: 1 }] },
      ])
      assert.equal((await check({ ...body, min_age: '999999h' })).verdict, 'conflict')
    }))

  it('refuses too many nodes, an unknown Python and an oversized freeze', async () => {
    const nodes = Array.from({ length: 201 }, (_, i) => ({ node_id: `node-${i}` }))
    await assert.rejects(check({ nodes }), { status: 400 })
    await assert.rejects(check({}, { python: '2.7' }), { status: 400 })
    await assert.rejects(check({ freeze: 'a'.repeat(200_001) }), { status: 400 })
  })
})
