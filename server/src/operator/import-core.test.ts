import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { getNodeOfComfyNode, listCoreNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../test/world.ts'
import { runCommand } from '../commands.ts'

const registry = useWorld()

async function importCore(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const code = await runCommand(registry.world.deps, ['import-core', ...args], (line) => lines.push(line))
  return { code, lines }
}

async function folderOf(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-core-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const releasesOf = async (comfy_node_name: string) => {
  const { comfy_nodes } = await registry.world.anonymous.call(listCoreNodes, { query: { comfy_node_name } })
  return comfy_nodes[0]
}

const mapping = (...names: string[]) =>
  `class A:\n    pass\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": A`).join(', ')}}\n`

describe('importing the comfy-nodes of the tool', () => {
  it('records the releases that have each name', async (t) => {
    const source = (version: string, ...names: string[]) =>
      folderOf(t, {
        'nodes.py': mapping('KSampler', ...names),
        'comfy_extras/nodes_x.py': mapping('Extra'),
        'comfyui_version.py': `__version__ = "${version}"\n`,
      })
    assert.equal((await importCore(await source('1.5.0', 'Fresh'))).code, 0)
    assert.deepEqual(await releasesOf('Fresh'), { comfy_node_name: 'Fresh', since: '1.5.0' })
    await importCore(await source('1.4.0'))
    await importCore(await source('1.6.0'))
    assert.deepEqual(await releasesOf('Fresh'), {
      comfy_node_name: 'Fresh',
      since: '1.5.0',
      after: '1.4.0',
      until: '1.5.0',
    })
    assert.equal((await releasesOf('KSampler'))?.until, undefined)
  })

  it('takes a name from the node that had it until then', async (t) => {
    const { anonymous, given } = registry.world
    await given.node({ id: 'former' })
    const version = await given.version({ node_id: 'former' })
    await given.comfyNode({ version_id: version.id, name: 'Adopted' })
    const ask = () => anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName: 'Adopted' } })
    assert.equal((await ask()).id, 'former')
    const folder = await folderOf(t, {
      'map.json': JSON.stringify({ 'https://github.com/comfyanonymous/ComfyUI': [['Adopted'], {}] }),
    })
    const { lines } = await importCore(join(folder, 'map.json'))
    assert.ok(lines.includes('New: Adopted'))
    await assert.rejects(ask(), /belongs to the tool itself/)
  })

  it('reads a running tool and the documentation', async (t) => {
    const info = { Live: { input: {}, python_module: 'comfy_extras.nodes_live' } }
    const tool = createServer((_, response) => response.end(JSON.stringify(info)))
    await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve))
    t.after(() => tool.close())
    const { port } = tool.address() as AddressInfo
    await importCore(`http://127.0.0.1:${port}/object_info`, '--version', 'v2.0.0')
    assert.equal((await releasesOf('Live'))?.since, '2.0.0')
    await importCore(await folderOf(t, { 'package/docs/Described/en.md': '# Described' }))
    assert.deepEqual(await releasesOf('Described'), { comfy_node_name: 'Described' })
  })

  it('refuses anything else', async (t) => {
    const folder = await folderOf(t, { 'a.json': '{"a": 1}', 'b.json': 'no JSON', 'README.md': '' })
    assert.equal((await importCore(join(folder, 'a.json'))).code, 1)
    assert.equal((await importCore(folder)).code, 1)
    await assert.rejects(importCore(join(folder, 'b.json')), /is not JSON/)
    assert.equal((await importCore()).code, 2)
    assert.equal((await importCore(folder, '--version', 'nightly')).code, 2)
  })
})
