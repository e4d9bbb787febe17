import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { fromStored, type StoredComfyNode } from './declared.ts'
import { compareVersions } from './versions.ts'

const source = `
class Blur:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3}), "mode": (["box", "gauss"],)},
            "optional": {"mask": ("MASK",)},
            "hidden": {"id": "UNIQUE_ID"},
        }
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("blurred", "edge")
    OUTPUT_IS_LIST = (True, False)
    FUNCTION = "run"

NODE_CLASS_MAPPINGS = {"Blur": Blur}
`

describe('fromStored', () => {
  it('restores a stored comfy-node as it was extracted', async () => {
    const { comfy_nodes } = await inspectPack(filesOfRecord({ '__init__.py': source }), await testParser())
    const [found] = comfy_nodes
    assert(found)
    const { inputs, outputs, conditional, class_name, source: place, ...stored } = found
    const again = fromStored(stored)
    assert.deepEqual({ inputs: again.inputs, outputs: again.outputs }, { inputs, outputs })
    assert.deepEqual(compareVersions(versionOf(found), versionOf(again)).changes, [])
  })

  it('does not compare an unreadable declaration', () => {
    const stored = (input_types: string): StoredComfyNode => ({
      comfy_node_name: 'Blur',
      deprecated: false,
      experimental: false,
      input_types,
    })
    const [before, after] = ['{"required":{"image":["IMAGE"]}}', '{broken'].map((text) =>
      fromStored(stored(text)),
    )
    assert(before && after)
    assert.deepEqual(compareVersions(versionOf(before), versionOf(after)).changes, [])
  })
})

function versionOf(node: ReturnType<typeof fromStored>) {
  return { comfy_nodes: [node], undecided: [] }
}
