import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getNode } from '@nodeyard/contract/packs'
import { RepositoryHost } from '../../../test/fakes/repository-host.ts'
import type { TarEntry } from '../../../test/fakes/tarball.ts'
import { claimedPng, picture } from '../../../test/pictures.ts'
import { World } from '../../../test/world.ts'
import { findSiteFile } from '../../discovery/site-files/find.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { PictureSource } from '../../ground/pictures/picture-source.ts'
import { HostTurns } from './host-turns.ts'
import { readingLimits } from './limits.ts'
import { hiddenCode, packFiles, readAll, unclaimedNode } from './readings.test-support.ts'
import { CodeHostSource } from './sources/code-host.ts'
import { hideTexts } from './stored/sql.ts'

const host = new RepositoryHost()
const fetched: string[] = []
const elsewhere: Record<string, Buffer> = {
  'https://pictures.test/good.png': picture('png', 500, 300),
  'https://pictures.test/text.png': Buffer.from('no picture'),
}
const pictures: PictureSource = {
  async get(address) {
    fetched.push(address)
    const bytes = elsewhere[address]
    return bytes && { contentType: 'image/png', bytes }
  },
}
let url: string
let world: World
before(async () => {
  url = await host.listen()
  const networks = { isAny: false, has: () => false }
  world = await World.open({
    repositorySources: [new CodeHostSource({ url, apiUrl: `${url}/api` }, { networks }, readingLimits)],
    hostTurns: new HostTurns(0),
    pictures,
  })
})
after(async () => {
  await world.close()
  await host.close()
})

let count = 0
/** Reads a repository with these files, and returns what is stored and shown of its pictures. */
async function read(files: Record<string, string | null>, binary: TarEntry[] = []) {
  const name = `pack${count++}`
  fetched.length = 0
  host.put(`ann/${name}`, [...packFiles(name, files), ...binary])
  const { id } = await unclaimedNode(world, `${url}/ann/${name}`)
  assert.deepEqual(await readAll(world), { read: 1 })
  const stored = await world.deps.db
    .selectFrom('reading_pictures')
    .innerJoin('nodes', 'nodes.reading_id', 'reading_pictures.reading_id')
    .select(['kind', 'source', 'origin'])
    .where('nodes.id', '=', id)
    .orderBy('kind', 'desc')
    .execute()
  const found = stored.map(({ kind, source, origin }) => `${kind}: ${source} ${origin}`)
  return { id, found, fetched: [...fetched] }
}

const file = (content: Buffer, path: string): TarEntry => ({ path, content })
const project = (lines: string) => `[project]\nname = "x"\n[tool.comfy]\n${lines}\n`
const statusOf = async (path: string) => (await findSiteFile(world.deps, path))?.status

describe('pictures of a reading', () => {
  it('are the icon and the banner of the project file', async () => {
    const lines = project('Icon = "./assets/icon.png"\nBanner = "assets\\\\wide.png"')
    const {
      id,
      found,
      fetched: asked,
    } = await read({ 'pyproject.toml': lines, 'README.md': '![a](a.png)' }, [
      file(picture('png', 64, 64), 'assets/icon.png'),
      file(picture('png', 1280, 540), 'assets/wide.png'),
      file(picture('png', 400, 400), 'a.png'),
    ])
    assert.deepEqual(found, ['icon: manifest assets/icon.png', 'card: manifest assets/wide.png'])
    assert.deepEqual(asked, [])
    const node = await world.anonymous.call(getNode, { params: { nodeId: id }, query: { looks: true } })
    assert.equal(node.look?.has_picture, true)
    for (const address of [node.icon, node.banner_url, `/pictures/nodes/${id}/card`]) {
      const path = (address ?? '').replace(world.deps.config.siteUrl, '').split('?')[0] ?? ''
      assert.equal(await statusOf(path), 200, address)
    }
  })

  it('are the first good picture of the README, files of the repository before other hosts', async () => {
    const readme = [
      '![build](https://img.shields.io/badge/build-ok.png)',
      '![far](https://pictures.test/good.png)',
      '![thin](thin.png) ![broken](broken.png) ![fine](docs/fine.png)',
    ].join('\n\n')
    const { found, fetched: asked } = await read({ 'README.md': readme }, [
      file(picture('png', 900, 100), 'thin.png'),
      file(Buffer.from('no picture'), 'broken.png'),
      file(picture('jpeg', 600, 400), 'docs/fine.png'),
    ])
    assert.deepEqual([found, asked], [['card: readme docs/fine.png'], []])
  })

  it('come from other hosts through the registry', async () => {
    const readme = '![a](https://pictures.test/text.png)\n\n![b](https://pictures.test/good.png)'
    const { id, found, fetched: asked } = await read({ 'README.md': readme })
    assert.deepEqual(found, ['card: readme https://pictures.test/good.png'])
    assert.deepEqual(asked, ['https://pictures.test/text.png', 'https://pictures.test/good.png'])
    assert.equal(await statusOf(`/pictures/nodes/${id}/card`), 200)
    assert.equal(fetched.length, 2, 'a reader makes the registry fetch nothing')
  })

  it('are those of examples otherwise', async () => {
    const graph = { nodes: [{ id: 1, type: 'X', pos: [0, 0], size: [200, 100] }], links: [] }
    const { found } = await read({ 'example_workflows/a.json': JSON.stringify(graph) }, [
      file(picture('webp', 600, 400), 'example_workflows/a.webp'),
    ])
    assert.deepEqual(found, ['card: example example_workflows/a.webp'])
  })

  it('are neither drawings, damaged, nor of 40,000 pixels, and a card promises nothing then', async () => {
    const {
      id,
      found,
      fetched: asked,
    } = await read(
      {
        'pyproject.toml': project('Icon = "icon.svg"\nBanner = "../outside.png"'),
        'icon.svg': '<svg><script>alert(1)</script></svg>',
        'README.md': '![a](a.svg) ![b](huge.png) ![c](half.png) ![d](https://pictures.test/gone.png)',
      },
      [
        file(claimedPng(40_000, 40_000), 'huge.png'),
        file(picture('png', 400, 400).subarray(0, 300), 'half.png'),
      ],
    )
    assert.deepEqual([found, asked], [[], ['https://pictures.test/gone.png']])
    const { look } = await world.anonymous.call(getNode, { params: { nodeId: id }, query: { looks: true } })
    assert.equal(look?.has_picture, false)
    assert.equal(await statusOf(`/pictures/nodes/${id}/card`), 404)
    assert.equal(fetched.length, 1, 'a reader makes the registry fetch nothing')
  })

  it('are neither stored nor shown if the license does not allow it', async () => {
    const {
      id,
      found,
      fetched: asked,
    } = await read({ LICENSE: null, 'README.md': '![a](a.png) ![b](https://pictures.test/good.png)' }, [
      file(picture('png', 400, 400), 'a.png'),
    ])
    assert.deepEqual([found, asked], [[], []])
    assert.equal(await statusOf(`/pictures/nodes/${id}/card`), 404)
  })

  it('are hidden while the reading is held, and gone with its texts', async () => {
    const lines = project('Icon = "icon.png"')
    const icon = [file(picture('png', 300, 300), 'icon.png')]
    const held = await read(
      { 'pyproject.toml': lines, 'evil.py': hiddenCode, '__init__.py': 'import evil\n' },
      icon,
    )
    const node = await world.anonymous.call(getNode, { params: { nodeId: held.id }, query: { looks: true } })
    assert.equal(node.reading?.verdict, 'held')
    assert.deepEqual([node.icon, node.look?.has_picture], [undefined, false])
    const open = await read({ 'pyproject.toml': lines, 'README.md': '![a](icon.png)' }, icon)
    await inTransaction(world.deps.db, (tx) => hideTexts(tx, open.id))
    for (const path of [
      `/pictures/nodes/${held.id}`,
      `/pictures/nodes/${held.id}/card`,
      `/pictures/nodes/${open.id}`,
    ])
      assert.equal(await statusOf(path), 404, path)
  })
})
