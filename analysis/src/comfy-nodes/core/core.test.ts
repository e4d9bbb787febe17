import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { readToolSource } from '../../inspection/tool-source.ts'
import { testParser } from '../../python/parser.test-support.ts'
import type { PythonParser } from '../../python/parser.ts'
import { affixesOf, packKey, repositoryOfName, shortKey } from './affixes.ts'
import { knownCoreNodes } from './core-nodes.ts'
import { readCoreDocuments, readCoreJson } from './lists.ts'
import { knownReleases, withoutRelease, withRelease } from './releases.ts'
import { compareToolVersions, isToolVersion } from './versions.ts'

describe("the known list of the tool's own comfy-nodes", () => {
  it('has names with blanks, partner nodes, the shipped custom node and elements of the editor', () => {
    for (const name of [
      'KSampler',
      'Epsilon Scaling',
      'Rodin3D_Regular',
      'SaveImageWebsocket',
      'MarkdownNote',
    ])
      assert.ok(knownCoreNodes.has(name), name)
    assert.equal(knownCoreNodes.has('FaceDetailer'), false)
  })

  it('has releases', () => {
    assert.deepEqual(knownCoreNodes.get('KSampler'), {})
    assert.deepEqual(knownCoreNodes.get('Rodin3D_Regular'), { since: '0.3.37' })
    assert.deepEqual(knownCoreNodes.get('SaveSVG'), { since: '0.3.32', until: '0.3.33' })
  })
})

describe('the releases of a comfy-node of the tool', () => {
  it('begin with the first one that is known to have it', () => {
    const seen = withRelease(withRelease({}, '0.4.0'), '0.3.70')
    assert.deepEqual(seen, { seen: '0.4.0', since: '0.3.70' })
    assert.deepEqual(withoutRelease(seen, '0.3.69'), { ...seen, after: '0.3.69' })
  })

  it('end when a later one lacks it, and continue when one has it again', () => {
    const removed = withoutRelease({ since: '0.3.70', seen: '0.4.0' }, '0.5.0')
    assert.equal(removed.until, '0.4.0')
    assert.equal(withoutRelease(removed, '0.6.0').until, '0.4.0')
    assert.equal(withRelease(removed, '0.6.0').until, undefined)
    assert.equal(withRelease(removed, '0.3.90').until, '0.4.0')
  })

  it('stay as they are for those that were always there', () => {
    assert.deepEqual(withRelease(knownReleases('KSampler') ?? {}, '0.3.50'), knownReleases('KSampler'))
  })

  it('are compared by number', () => {
    assert.ok(compareToolVersions('0.3.9', '0.3.10') < 0)
    assert.equal(compareToolVersions('1.0', '1.0.0'), 0)
    assert.deepEqual(['0.3.64', '1.2.3.4', 'v0.3', 'nightly', '1'].map(isToolVersion), [
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('reading the source of the tool', () => {
  let parser: PythonParser
  before(async () => {
    parser = await testParser()
  })
  const classic = (name: string) => `class A:\n    pass\nNODE_CLASS_MAPPINGS = {"${name}": A}\n`
  const source = {
    'nodes.py': classic('KSampler'),
    'comfy_extras/nodes_new.py':
      'from comfy_api.latest import io, ComfyExtension\nclass B(io.ComfyNode):\n    @classmethod\n' +
      '    def define_schema(cls):\n        return io.Schema(node_id="Epsilon Scaling", inputs=[], outputs=[])\n' +
      'class E(ComfyExtension):\n    async def get_node_list(self):\n        return [B]\n' +
      'async def comfy_entrypoint():\n    return E()\n',
    'comfy_extras/helper.py': classic('Helper'),
    'comfy_api_nodes/nodes_partner.py': classic('Partner'),
    'custom_nodes/websocket_image_save.py': classic('SaveImageWebsocket'),
    'custom_nodes/pack/__init__.py': classic('OfPack'),
    'comfyui_version.py': '__version__ = "0.9.1"\n',
  }

  it('finds the names of all modules that the tool loads, and the release', async () => {
    assert.deepEqual(await readToolSource(filesOfRecord(source), parser), {
      version: '0.9.1',
      names: ['Epsilon Scaling', 'KSampler', 'Partner', 'SaveImageWebsocket'],
      open: [],
      replacements: [],
    })
  })

  it('reads an archive that has everything in one folder', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(source).map(([path, text]) => [`Tool-1/${path}`, text]),
    )
    assert.equal((await readToolSource(filesOfRecord(inFolder), parser))?.names.length, 4)
  })

  it('names the files that leave their names open, and ignores other folders', async () => {
    const open = { ...source, 'comfy_extras/nodes_open.py': 'NODE_CLASS_MAPPINGS = unknown()\n' }
    assert.deepEqual((await readToolSource(filesOfRecord(open), parser))?.open, [
      'comfy_extras/nodes_open.py',
    ])
    assert.equal(await readToolSource(filesOfRecord({ '__init__.py': classic('A') }), parser), undefined)
  })
})

describe('reading lists of comfy-nodes', () => {
  it("reads the tool's own from its object_info", () => {
    const info = (python_module: string) => ({ input: {}, python_module })
    assert.deepEqual(
      readCoreJson({
        KSampler: info('nodes'),
        APG: info('comfy_extras.nodes_apg'),
        Other: info('custom_nodes.pack'),
      }),
      { names: ['APG', 'KSampler'], isComplete: true },
    )
    assert.equal(readCoreJson({ KSampler: { input: {} } }), undefined)
  })

  it("reads the tool's entry of the manager's map, without the tool's tests", () => {
    const map = {
      'https://github.com/comfyanonymous/ComfyUI': [['KSampler', 'TestSleep', 4], { title: 'x' }],
      'https://github.com/a/b': [['Blur'], {}],
    }
    assert.deepEqual(readCoreJson(map), { names: ['KSampler'], isComplete: false })
    for (const other of [[], null, 'x', {}, { a: 1 }]) assert.equal(readCoreJson(other), undefined)
  })

  it('reads plain lists of names', () => {
    const read = { names: ['APG', 'KSampler'], isComplete: false }
    assert.deepEqual(readCoreJson(['KSampler', 'APG', 'TestSleep']), read)
    assert.deepEqual(readCoreJson({ source: 'by hand', names: ['KSampler', 'APG'] }), read)
    for (const other of [['KSampler', 4], { names: [] }, { names: [{}] }])
      assert.equal(readCoreJson(other), undefined)
  })

  it('reads the folders of the documentation, without other spellings of known names', () => {
    const paths = ['x/docs/ClipSave/en.md', 'x/docs/New/zh-TW.md', 'x/docs/New/asset/a.png', 'readme.md']
    assert.deepEqual(readCoreDocuments(paths, new Set(['CLIPSave'])), { names: ['New'], isComplete: false })
    assert.equal(readCoreDocuments(['README.md'], new Set()), undefined)
  })
})

describe('the marks of names', () => {
  const marks = (name: string) => affixesOf(name).map(({ place, text }) => `${place} ${text}`)

  it('are brackets, separators, first words and capitals', () => {
    assert.deepEqual(marks('Any Switch (rgthree)'), ['end  (rgthree)', 'start Any '])
    assert.ok(marks('UnetLoaderMultiGPU').includes('end MultiGPU'))
    assert.ok(marks('BizyAirHEDPreprocessor').includes('start BizyAir'))
    assert.ok(marks('[Comfy3D] Load Mesh').includes('start [Comfy3D] '))
    assert.ok(marks('Unpack //ZImagePowerNodes').includes('end  //ZImagePowerNodes'))
    assert.ok(marks('ShowText|pysssss').includes('end |pysssss'))
    assert.ok(marks('JWIntegerAdd').includes('start JW'))
    assert.ok(marks('BizyAir_KSampler').includes('start BizyAir_'))
    assert.deepEqual(marks('Blur'), [])
  })

  it('lead to known repositories', () => {
    assert.equal(repositoryOfName('SetNode'), 'github.com/kijai/comfyui-kjnodes')
    assert.equal(repositoryOfName('[Comfy3D] Load Mesh'), 'github.com/mrforexample/comfyui-3d-pack')
    assert.equal(repositoryOfName('Blur'), undefined)
  })

  it('are compared without the name of the tool and without signs', () => {
    assert.equal(shortKey(packKey('ComfyUI-Lora-Manager')), 'loramanager')
    assert.equal(shortKey(packKey(' (rgthree)')), 'rgthree')
    assert.equal(shortKey('comfyui'), 'comfyui')
  })
})
