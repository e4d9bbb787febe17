import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesInLines, readErrorText, runsOf } from './error-text.ts'

const namesIn = (text: string) => readErrorText(text)?.names

describe('reading an error text', () => {
  it("reads the tool's list of missing node types", () => {
    const text =
      'When loading the graph, the following node types were not found:\nFaceDetailer\n• VHS_VideoCombine\nAny Switch (rgthree)\n' +
      'UltimateSDUpscale (in group node Upscale)\nNodes that have failed to load will show as red on the graph.\nInstall All'
    const found = readErrorText(text)
    assert.deepEqual(found?.names, ['FaceDetailer', 'VHS_VideoCombine', 'UltimateSDUpscale'])
    assert.deepEqual(found?.lines, ['Any Switch (rgthree)'])
    assert.equal(found?.isError, true)
  })

  it('leaves open what a line with several words means', () => {
    const found = readErrorText(
      'the following node types were not found: FaceDetailer VHS_VideoCombine Seed (rgthree)',
    )
    assert.deepEqual(found?.lines, ['FaceDetailer VHS_VideoCombine Seed (rgthree)'])
    const known = new Set(['FaceDetailer', 'VHS_VideoCombine', 'Seed (rgthree)', 'Seed'])
    const runs = runsOf(found?.lines ?? [])
    assert.ok(runs.includes('Seed (rgthree)'))
    assert.deepEqual(
      namesInLines(found?.lines ?? [], (run) => known.has(run)),
      ['FaceDetailer', 'VHS_VideoCombine', 'Seed (rgthree)'],
    )
  })

  it('reads sentences about one comfy-node', () => {
    for (const [text, name] of [
      ['Cannot execute because node CR LoRA Stack does not exist.', 'CR LoRA Stack'],
      [
        "Node 'LayerMask: PersonMaskUltra' not found. The custom node may not be installed.",
        'LayerMask: PersonMaskUltra',
      ],
      ['Missing Node Type: UnetLoaderGGUF', 'UnetLoaderGGUF'],
      ["KeyError: 'ReActorFaceSwap'", 'ReActorFaceSwap'],
      [
        "invalid prompt: {'type': 'missing_node_type', 'extra_info': {'class_type': 'DWPreprocessor'}}",
        'DWPreprocessor',
      ],
    ] as const)
      assert.deepEqual(namesIn(text), [name], text)
  })

  it('reads folders and modules from tracebacks', () => {
    const text = `Traceback (most recent call last):
  File "C:\\AI\\ComfyUI\\nodes.py", line 2148, in load_custom_node
    module_spec.loader.exec_module(module)
  File "C:\\AI\\ComfyUI\\custom_nodes\\ComfyUI_InstantID\\InstantID.py", line 11, in <module>
    from insightface.app import FaceAnalysis
ModuleNotFoundError: No module named 'insightface'

Cannot import C:\\AI\\ComfyUI\\custom_nodes\\ComfyUI_InstantID module for custom nodes: No module named 'insightface'`
    assert.deepEqual(readErrorText(text), {
      names: [],
      lines: [],
      folders: ['ComfyUI_InstantID'],
      addresses: [],
      modules: [{ module: 'insightface' }],
      isError: true,
    })
    assert.deepEqual(
      readErrorText(
        "ImportError: cannot import name 'cached_download' from 'huggingface_hub' (/x/__init__.py)",
      )?.modules,
      [{ module: 'huggingface_hub', symbol: 'cached_download' }],
    )
    assert.deepEqual(
      readErrorText('   0.0 seconds (IMPORT FAILED): /ComfyUI/custom_nodes/comfyui_controlnet_aux')?.folders,
      ['comfyui_controlnet_aux'],
    )
    assert.deepEqual(readErrorText('IMPORT FAILED: comfyui_controlnet_aux')?.folders, [
      'comfyui_controlnet_aux',
    ])
  })

  it('reads lists that people type', () => {
    assert.deepEqual(namesIn('Missing nodes: FaceDetailer, UltimateSDUpscale'), [
      'FaceDetailer',
      'UltimateSDUpscale',
    ])
    assert.deepEqual(namesIn('1. JWIntegerAdd\n2. "JWStringGetLine"\n3. Foo ×4'), [
      'JWIntegerAdd',
      'JWStringGetLine',
      'Foo',
    ])
    assert.deepEqual(namesIn('FaceDetailer、VHS_VideoCombine'), ['FaceDetailer', 'VHS_VideoCombine'])
    assert.equal(readErrorText('hello')?.isError, false)
  })

  it('reads addresses', () => {
    const text =
      'https://github.com/a/b/tree/main\ngit clone https://github.com/c/d.git\ngit@github.com:e/f.git'
    assert.deepEqual(readErrorText(text)?.addresses, [
      'https://github.com/a/b/tree/main',
      'https://github.com/c/d.git',
      'git@github.com:e/f.git',
    ])
  })

  it('finds nothing in empty and endless texts', () => {
    for (const text of ['', ' \n ', 'x'.repeat(300_000)]) assert.equal(readErrorText(text), undefined)
    const words = Array.from({ length: 5000 }, (_, at) => `w${at}`)
    assert.equal(runsOf([words.join(' ')]).length, 1000)
  })

  it('takes time in proportion to the length', () => {
    for (const text of [
      'No module named '.repeat(12_000),
      "Node '".repeat(30_000),
      'custom_nodes/'.repeat(15_000),
    ])
      assert.ok((readErrorText(text)?.modules.length ?? 0) <= 500)
  })
})
