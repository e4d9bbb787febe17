import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { findProviders, getNode, listNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { importFrom } from './import.ts'
import { summaryLines } from './summary-text.ts'

const holder = useWorld()
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-import-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const at = (name: string) => `https://github.com/${name}`

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 4))
  return path
}

const linesFile = (name: string, entries: object[]) =>
  fileOf(name, entries.map((entry) => JSON.stringify(entry)).join('\n'))

const importing = (source: string) => importFrom(holder.world.deps, source)
const read = (nodeId: string) => holder.world.anonymous.call(getNode, { params: { nodeId } })

/** Returns where the API redirects a name to. */
async function leadsTo(name: string): Promise<unknown> {
  const url = `/nodes/${encodeURIComponent(name)}`
  const { headers } = await holder.world.inject({ method: 'GET', url })
  return headers.location
}

describe('importing JSON lines', () => {
  it('creates nodes once, and updates them afterwards', async () => {
    const entry = { id: 'blur', name: 'Blur', repository: at('ann/ComfyUI-Blur'), stars: 7, nodes: ['Blur'] }
    const path = await linesFile('list.jsonl', [entry])
    assert.deepEqual(pick(await importing(path)), { created: 1, updated: 0, unchanged: 0 })
    assert.deepEqual(pick(await importing(path)), { created: 0, updated: 0, unchanged: 1 })
    await linesFile('list.jsonl', [{ ...entry, name: 'Blur everything' }])
    assert.deepEqual(pick(await importing(path)), { created: 0, updated: 1, unchanged: 0 })
    const node = await read('blur')
    assert.equal(node.name, 'Blur everything')
    assert.equal(node.github_stars, 7)
    assert.deepEqual(node.unverified_comfy_nodes, ['Blur'])
  })

  it('makes another id with the same repository an alias', async () => {
    const repository = at('ben/ComfyUI-Sharpen')
    await importing(await linesFile('a.jsonl', [{ id: 'sharpen', repository }]))
    const summary = await importing(await linesFile('b.jsonl', [{ id: 'sharpen-pack', repository }]))
    assert.deepEqual(
      { ...pick(summary), aliases: summary.aliases },
      {
        created: 0,
        updated: 0,
        unchanged: 1,
        aliases: 1,
      },
    )
    assert.equal(await leadsTo('sharpen-pack'), '/nodes/sharpen')
  })

  it('reports rejected lines with their reasons', async () => {
    const path = await fileOf('bad.jsonl', '{"id":"fine"}\nnonsense\n{"id":"no id"}\n{"id":"fine"}\n')
    const { created, skipped, problems } = await importing(path)
    assert.equal(created, 1)
    assert.deepEqual(skipped, { 'not readable': 1, 'bad id': 1, 'listed twice': 1 })
    assert.deepEqual(problems[0], { line: 2, reason: 'not readable' })
  })

  it('leaves owned nodes alone', async () => {
    const { world } = holder
    const publisher = await world.given.publisher()
    const node = await world.given.node({ publisher_id: publisher.id, name: 'Mine' })
    const path = await linesFile('owned.jsonl', [{ id: node.id, name: 'Not yours' }])
    assert.deepEqual((await importing(path)).skipped, { owned: 1 })
    assert.equal((await read(node.id)).name, 'Mine')
  })
})

const pick = ({ created, updated, unchanged }: { created: number; updated: number; unchanged: number }) => ({
  created,
  updated,
  unchanged,
})

describe("importing the in-app manager's lists", () => {
  const packs = {
    custom_nodes: [
      {
        author: 'cleo',
        title: "Cleo's nodes",
        id: 'cleo',
        reference: at('cleo/cleo-comfy'),
        files: [at('cleo/cleo-comfy')],
        install_type: 'git-clone',
        description: 'See [a/the docs](https://cleo.test).',
        preemptions: ['CleoLoader'],
      },
      { author: 'dora', title: 'Without a repository', reference: 'mail me' },
      { author: 'dora', title: 'Two repositories', reference: at('cleo/cleo-comfy/../../dora/x') },
    ],
  }
  const names = {
    [at('cleo/cleo-comfy')]: [['CleoLoader', 'CleoSaver'], { nodename_pattern: ' \\(cleo\\)$' }],
    [at('eve/ComfyUI-Only-Mapped')]: [['EveNode'], { title_aux: 'Only mapped' }],
  }
  const figures = {
    [at('cleo/cleo-comfy')]: { stars: 812, last_update: '2026-03-01 10:00:00', author_account_age_days: 9 },
    [at('nobody/unknown')]: { stars: 1, last_update: '2026-01-01 00:00:00' },
  }

  before(async () => {
    await fileOf('custom-node-list.json', packs)
    await fileOf('extension-node-map.json', JSON.stringify(names))
    await fileOf('github-stats.json', figures)
    for (const name of ['list.jsonl', 'a.jsonl', 'b.jsonl', 'bad.jsonl', 'owned.jsonl'])
      await rm(join(folder, name), { force: true })
  })

  it('joins the files of a folder by repository, whatever they are called', async () => {
    const summary = await importing(folder)
    assert.deepEqual(pick(summary), { created: 2, updated: 0, unchanged: 0 })
    assert.deepEqual(summary.skipped, { 'no repository': 2, 'repository not known here': 1 })
    const node = await read('cleo')
    assert.equal(node.name, "Cleo's nodes")
    assert.equal(node.description, 'See the docs.')
    assert.equal(node.github_stars, 812)
    assert.deepEqual(node.unverified_comfy_nodes, ['CleoLoader', 'CleoSaver'])
    assert.deepEqual(node.preempted_comfy_node_names, ['CleoLoader'])
    assert.equal((await read('ComfyUI-Only-Mapped')).name, 'Only mapped')
  })

  it('changes nothing when it is repeated, and updates stars from figures alone', async () => {
    assert.deepEqual(pick(await importing(folder)), { created: 0, updated: 0, unchanged: 2 })
    const path = await fileOf('stats-alone.json', { [at('cleo/cleo-comfy')]: { stars: 900 } })
    assert.deepEqual(pick(await importing(path)), { created: 0, updated: 1, unchanged: 0 })
    const node = await read('cleo')
    assert.deepEqual([node.github_stars, node.name], [900, "Cleo's nodes"])
  })

  it('reads a list from an address', async () => {
    const server = createServer((_, response) => response.end(gzipSync(JSON.stringify(names))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const summary = await importing(`http://127.0.0.1:${port}/map.json`)
    server.close()
    assert.equal(summary.unchanged, 2)
  })

  it('explains why a file is not a list', async () => {
    const summary = await importing(await fileOf('models.json', { models: [1, 2] }))
    assert.equal(summary.notRead[0]?.reason.startsWith('It is neither'), true)
  })
})

describe('an import by an operator', () => {
  it('says what was skipped or cut, and why', async () => {
    const list = [
      { id: 'fits', repository: at('eve/fits'), description: 'Short.' },
      { id: 'long', repository: at('eve/long'), description: 'x'.repeat(200_000), author: 'y'.repeat(900) },
      { id: 'FITS', repository: at('eve/again') },
      { id: 'no id!', repository: at('eve/bad') },
    ]
    assert.deepEqual(summaryLines(await importing(await linesFile('mixed.jsonl', list))), [
      'Packs: 2 created, 0 updated, 0 unchanged.',
      'Skipped: 2 (1 listed twice, 1 bad id).',
      '  line 3, FITS: listed twice',
      '  line 4: bad id',
      'Cut to the limits of the registry: 1.',
      '  long: description, author',
    ])
  })

  it('waits while the database is busy, and continues by itself', async () => {
    const { deps } = holder.world
    const entries = Array.from({ length: 150 }, (_, i) => ({
      id: `busy-${i}`,
      repository: at(`eve/busy-${i}`),
    }))
    const said: string[] = []
    let busy = 3
    const pauses: number[] = []
    const summary = await importFrom(
      {
        ...deps,
        now() {
          if (busy-- > 0) throw Object.assign(new Error('canceling statement'), { code: '57014' })
          return deps.now()
        },
        pause: async (ms) => pauses.push(ms),
      },
      await linesFile('busy.jsonl', entries),
      (line) => said.push(line),
    )
    assert.equal(summary.created, 150)
    assert.deepEqual(said, [
      'The registry is busy. The import waits and continues by itself.',
      '150 nodes are read.',
    ])
    assert.deepEqual(pauses.slice(0, 3), [5000, 5000, 5000])
  })

  it('pauses only while others use the database', async () => {
    const { deps } = holder.world
    const pausesOf = async (name: string, connections: ReturnType<typeof deps.database.connections>) => {
      let pauses = 0
      await importFrom(
        {
          ...deps,
          database: { ...deps.database, connections: () => connections },
          pause: async () => void pauses++,
        },
        await linesFile(`${name}.jsonl`, [{ id: name, repository: at(`fay/${name}`) }]),
      )
      return pauses
    }
    assert.equal(await pausesOf('quiet', { busy: 0, idle: 1, awaited: 0 }), 0)
    assert.equal(await pausesOf('read-now', { busy: 1, idle: 0, awaited: 0 }), 1)
    assert.equal(await pausesOf('awaited', { busy: 0, idle: 1, awaited: 1 }), 1)
  })
})

describe('other names of a node', () => {
  it('lead to it from the API, and other spellings too', async () => {
    for (const alias of ['cleo-comfy', 'Cleo_Comfy', 'cleo/cleo-comfy'])
      assert.equal(await leadsTo(alias), '/nodes/cleo', alias)
    const { nodes } = await holder.world.anonymous.call(listNodes, { query: { node_id: ['cleo-comfy'] } })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['cleo'],
    )
  })

  it('are recognized when a workflow recorded them', async () => {
    const asked = [{ comfy_node_name: 'CleoSaver', node_id: 'cleo-comfy' }]
    const { comfy_nodes: found } = await holder.world.anonymous.call(findProviders, {
      body: { comfy_nodes: asked },
    })
    assert.equal(found[0]?.provider?.node_id, 'cleo')
    assert.equal(found[0]?.reason, 'recorded_node')
    assert.deepEqual(found[0]?.notices, ['unverified'])
  })

  it('do not lead to one of several nodes unless it is far better known', async () => {
    const entries = [
      { id: 'grid-a', repository: at('ann/ComfyUI-Grid'), stars: 300 },
      { id: 'grid-b', repository: at('ben/ComfyUI-Grid'), stars: 60 },
    ]
    await importing(await linesFile('grids.jsonl', entries))
    await assert.rejects(read('comfyui-grid'), { status: 404 })
    await importing(await linesFile('grids.jsonl', [{ ...entries[0], stars: 700 }]))
    assert.equal(await leadsTo('comfyui-grid'), '/nodes/grid-a')
  })
})
