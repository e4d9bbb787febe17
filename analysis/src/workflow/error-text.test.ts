import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesInText, readErrorText, runsOf } from './error-text.ts'

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
    assert.ok(found)
    assert.ok(runsOf(found).includes('Seed (rgthree)'))
    assert.deepEqual(
      namesInText(found, (run) => known.has(run)),
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
      prose: [],
      folders: ['ComfyUI_InstantID'],
      addresses: [],
      problems: [
        {
          kind: 'module_missing',
          module: 'insightface',
          package: 'insightface',
          folder: 'ComfyUI_InstantID',
        },
      ],
      isError: true,
    })
    assert.deepEqual(
      readErrorText(
        "ImportError: cannot import name 'cached_download' from 'huggingface_hub' (/x/__init__.py)",
      )?.problems,
      [
        {
          kind: 'module_missing',
          module: 'huggingface_hub',
          symbol: 'cached_download',
          package: 'huggingface-hub',
        },
      ],
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

  it('takes no word of a sentence for a name', () => {
    // Strangers have published a node for every word.
    const possible = (text: string) => {
      const { names = [], ...found } = readErrorText(text) ?? { lines: [], prose: [], isError: false }
      return [
        ...new Set([
          ...names,
          ...namesInText(found, (run) => run === 'Blur Image' || !run.includes(' ') || run.includes('(')),
        ]),
      ]
    }
    for (const [text, names] of [
      [
        "This workflow has missing nodes\n\nThis workflow uses custom nodes you haven't installed yet.\nJWIntegerAddin subgraph 'New, Subgraph'\n" +
          'Fog\n\nInstall these nodes to run this workflow, or replace them with installed alternatives. Missing nodes are\nworkflow\nInstall',
        ['JWIntegerAdd', 'Fog'],
      ],
      [
        "Prompt outputs failed validation\nCheckpointLoaderSimple:\n- Value not in list: ckpt_name: 'x' not in []\n" +
          "DualCLIPLoader: Model in folder 'clip' with filename 'long' not found.",
        ['CheckpointLoaderSimple', 'DualCLIPLoader'],
      ],
      [
        'some nodes might not work correctly.\nCore nodes source version: 0.7.0.\nLTXVAudioVAEDecode',
        ['LTXVAudioVAEDecode'],
      ],
      ['got prompt\nFailed to validate prompt for output 9:\n* Seed (rgthree) 4:\n', ['Seed (rgthree)']],
      ['Images, masks and text are the inputs of the workflow', []],
      ['Read more in the documentation: text, image, audio', []],
      ['I get an error with KSamplerAdvanced when I queue the ComfyUI prompt', ['KSamplerAdvanced']],
      ['Missing nodes:\nFog\nBlur Image', ['Fog', 'Blur Image']],
      ['ノードがありません。', []],
    ] as const)
      assert.deepEqual(possible(text), names, text)
  })

  it('takes no plain word between sentences for a name, not even below a heading', () => {
    const text = [
      'When loading the graph, the following node types were not found:',
      'workflow',
      'KSamplerX',
      'install',
      'You can install them with the manager.',
    ].join('\n')
    assert.deepEqual(readErrorText(text)?.names, ['KSamplerX'])
    assert.deepEqual(readErrorText('Missing nodes:\nseed\nBlur')?.names, ['Blur', 'seed'])
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
    assert.equal(runsOf({ lines: [words.join(' ').replaceAll('w', 'Foo_')], prose: [] }).length, 1000)
  })

  it('takes time in proportion to the length', () => {
    for (const text of [
      'No module named '.repeat(12_000),
      "Node '".repeat(30_000),
      'custom_nodes/'.repeat(15_000),
    ])
      assert.ok((readErrorText(text)?.problems.length ?? 0) <= 500)
  })
})
