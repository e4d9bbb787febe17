import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluationLimits } from '../python/budget.ts'
import type { ComfyNode } from './comfy-node.ts'
import type { Extraction } from './extract.ts'
import { mappings } from './mappings.test-support.ts'
import { classText, extract } from './packs.test-support.ts'

const namesOf = ({ comfyNodes }: Extraction) => comfyNodes.map((node) => node.comfy_node_name).sort()

function only(extraction: Extraction): ComfyNode {
  const [node, ...others] = extraction.comfyNodes
  assert.ok(node && others.length === 0)
  return node
}

const literalPack = `
class Blur:
    """Blurs."""
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {
                "image": ("IMAGE",),
                "steps": ("INT", {"default": 20, "max": 0xffffffffffffffff}),
                "sigma": ("FLOAT", {"default": 1.0, "min": 1e-5, "step": .5}),
                "mode": (["fast", "schön"], ),
            },
            "optional": {"mask": ("MASK", {"tooltip": "Where" " to blur"})},
            "hidden": {"id": "UNIQUE_ID"},
        }
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("blurred", "mask")
    OUTPUT_IS_LIST = (False, True)
    FUNCTION = "run"
    CATEGORY = "image/filter"
    DESCRIPTION = "Makes it soft."
    OUTPUT_NODE = True
    EXPERIMENTAL = True

NODE_CLASS_MAPPINGS = {"Blur": Blur}
NODE_DISPLAY_NAME_MAPPINGS = {"Blur": "Blur ✨"}
`

describe('extracting comfy-nodes', () => {
  it('prints every field of a literal mapping as the tool does', () => {
    const extraction = extract({ '__init__.py': literalPack })
    assert.deepEqual(extraction.undecided, [])
    const node = only(extraction)
    assert.equal(
      node.input_types,
      '{"required": {"image": ["IMAGE"], "steps": ["INT", {"default": 20, "max": 18446744073709551615}], ' +
        '"sigma": ["FLOAT", {"default": 1.0, "min": 1e-05, "step": 0.5}], "mode": [["fast", "sch\\u00f6n"]]}, ' +
        '"optional": {"mask": ["MASK", {"tooltip": "Where to blur"}]}, "hidden": {"id": "UNIQUE_ID"}}',
    )
    assert.equal(node.return_types, '["IMAGE", "MASK"]')
    assert.equal(node.return_names, '["blurred", "mask"]')
    assert.deepEqual(node.output_is_list, [false, true])
  })

  it('lists the sockets of a literal mapping', () => {
    const node = only(extract({ '__init__.py': literalPack }))
    assert.deepEqual(
      node.inputs.map(({ name, group, type }) => [name, group, type]),
      [
        ['image', 'required', 'IMAGE'],
        ['steps', 'required', 'INT'],
        ['sigma', 'required', 'FLOAT'],
        ['mode', 'required', 'COMBO'],
        ['mask', 'optional', 'MASK'],
        ['id', 'hidden', 'UNIQUE_ID'],
      ],
    )
    assert.deepEqual(node.inputs[3]?.choices, ['fast', 'schön'])
    assert.deepEqual(node.outputs, [
      { name: 'blurred', type: 'IMAGE', is_list: false },
      { name: 'mask', type: 'MASK', is_list: true },
    ])
  })

  it('reads the remaining fields from the class attributes', () => {
    const node = only(extract({ '__init__.py': literalPack }))
    const {
      category,
      description,
      function: entry,
      display_name,
      output_node,
      experimental,
      deprecated,
      source,
    } = node
    assert.deepEqual(
      { category, description, entry, display_name, output_node, experimental, deprecated, source },
      {
        category: 'image/filter',
        description: 'Makes it soft.',
        entry: 'run',
        display_name: 'Blur ✨',
        output_node: true,
        experimental: true,
        deprecated: false,
        source: { file: '__init__.py', line: 2 },
      },
    )
  })

  it('fills in missing class attributes as the tool does', () => {
    const node = only(
      extract({
        '__init__.py': `${classText('A').replace('    CATEGORY = "image"\n', '')}\nNODE_CLASS_MAPPINGS = {"A": A}`,
      }),
    )
    assert.equal(node.category, 'sd')
    assert.equal(node.description, '')
    assert.equal(node.return_names, '["IMAGE"]')
    assert.deepEqual(node.output_is_list, [false])
    assert.equal(node.display_name, undefined)
  })

  for (const [way, files] of Object.entries(mappings)) {
    it(`follows a mapping made by: ${way}`, () => {
      const extraction = extract(files)
      assert.deepEqual(namesOf(extraction), ['A', 'B'])
      assert.deepEqual(extraction.undecided, [])
      for (const node of extraction.comfyNodes) {
        assert.equal(node.conditional, false)
        assert.equal(node.return_types, '["IMAGE"]')
      }
    })
  }

  it('finds attributes in base classes and follows super', () => {
    const node = only(
      extract({
        '__init__.py': `${classText('Base')}
class Child(Base):
    CATEGORY = Base.CATEGORY + "/child"
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"]["extra"] = ("INT", {"default": cls.start()})
        return types
    @staticmethod
    def start():
        return 3 * 4
NODE_CLASS_MAPPINGS = {"Child": Child}`,
      }),
    )
    assert.equal(node.category, 'image/child')
    assert.equal(node.input_types, '{"required": {"image": ["IMAGE"], "extra": ["INT", {"default": 12}]}}')
  })

  it('reads the newer interface from its schema', () => {
    const extraction = extract({
      '__init__.py': `
from comfy_api.latest import ComfyExtension, io
class Soft(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="Soft", display_name="Soft blur", category="image", is_output_node=True,
            inputs=[
                io.Image.Input("image", tooltip="What"),
                io.Int.Input("steps", default=4, min=1, display_mode=io.NumberDisplay.slider),
                io.Combo.Input("mode", options=["a", "b"], optional=True),
                io.Custom("GRID").Input("grid"),
            ],
            outputs=[io.Image.Output(), io.Mask.Output("mask", display_name="The mask", is_output_list=True)],
            hidden=[io.Hidden.unique_id],
        )
class Pack(ComfyExtension):
    async def get_node_list(self):
        return [Soft]
async def comfy_entrypoint():
    return Pack()
`,
    })
    assert.deepEqual(extraction.undecided, [])
    const node = only(extraction)
    assert.equal(node.display_name, 'Soft blur')
    assert.equal(
      node.input_types,
      '{"required": {"image": ["IMAGE", {"tooltip": "What"}], "steps": ["INT", {"default": 4, "min": 1, "display": "slider"}], ' +
        '"grid": ["GRID", {}]}, "optional": {"mode": ["COMBO", {"options": ["a", "b"]}]}, "hidden": {"unique_id": "UNIQUE_ID"}}',
    )
    assert.deepEqual(node.outputs, [
      { name: 'IMAGE', type: 'IMAGE', is_list: false },
      { name: 'The mask', type: 'MASK', is_list: true },
    ])
    assert.equal(node.output_node, true)
  })

  it('marks and names values that only a running tool knows, and keeps the rest', () => {
    const extraction = extract({
      '__init__.py': `
import folder_paths
class Load:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {
            "model": (["none"] + folder_paths.get_filename_list("checkpoints"),),
            "seed": ("INT", {"default": make_seed(), "min": 0}),
            "size": ("INT", {"default": 1}),
        }}
    RETURN_TYPES = (something(),)
    CATEGORY = "load"
NODE_CLASS_MAPPINGS = {"Load": Load}`,
    })
    const node = only(extraction)
    assert.equal(
      node.input_types,
      '{"required": {"model": [["none", {"$undecided": true, "folders": ["checkpoints"]}]], "seed": ["INT", {"default": {"$undecided": true}, "min": 0}], "size": ["INT", {"default": 1}]}}',
    )
    assert.equal(node.inputs[0]?.type, 'COMBO')
    assert.deepEqual(
      extraction.undecided.map(({ subject, line }) => [subject, line]),
      [
        ['input_types.required.model', 7],
        ['input_types.required.seed', 8],
        ['return_types', 11],
      ],
    )
  })

  it('marks both branches of a condition', () => {
    const extraction = extract({
      '__init__.py': `
import os
${classText('A')}${classText('B')}${classText('C')}
NODE_CLASS_MAPPINGS = {"A": A}
if os.environ.get("EXTRA"):
    NODE_CLASS_MAPPINGS["B"] = B
else:
    NODE_CLASS_MAPPINGS.update({"C": C})
if __name__ == "__main__":
    NODE_CLASS_MAPPINGS["D"] = A
`,
    })
    assert.deepEqual(
      extraction.comfyNodes.map((node) => [node.comfy_node_name, node.conditional]),
      [
        ['A', false],
        ['B', true],
        ['C', true],
      ],
    )
  })

  it('does not guess a name that depends on the installation folder', () => {
    const extraction = extract({
      '__init__.py': `import os\n${classText('A')}\nNODE_CLASS_MAPPINGS = {os.path.basename(os.path.dirname(__file__)): A}`,
    })
    assert.deepEqual(extraction.comfyNodes, [])
    assert.match(extraction.undecided[0]?.reason ?? '', /not a known text/)
  })

  it('reports a mapping that it cannot follow as undecided, not as empty', () => {
    const open = (text: string) =>
      extract({ '__init__.py': text }).undecided.filter(({ subject }) => subject === 'nodes')
    assert.match(open('import x\nNODE_CLASS_MAPPINGS = x.load()')[0]?.reason ?? '', /calls x\.load/)
    assert.match(open('pass')[0]?.reason ?? '', /Neither/)
    assert.match(extract({ 'nodes.py': '' }).undecided[0]?.reason ?? '', /no __init__/)
    assert.equal(
      open('import x\nNODE_CLASS_MAPPINGS = {"A": 1}\nNODE_CLASS_MAPPINGS.update(x.more())').length,
      1,
    )
  })

  /** None of these may hang, throw or exhaust the machine; each result must report something undecided. */
  const hostile: Record<string, string> = {
    'an endless loop': 'while True:\n    x = 1\n',
    'loops inside loops':
      'for a in range(10000):\n  for b in range(10000):\n    for c in range(10000): x = a\n',
    'endless recursion': 'def f(x): return f(x + 1) + f(x + 2)\nf(1)\n',
    'a list that doubles': `x = [1]\n${'x = [x, x]\n'.repeat(60)}NODE_CLASS_MAPPINGS = {"A": x}\n`,
    'a tuple that doubles, as a key': `x = (1, 2)\n${'x = (x, x)\n'.repeat(60)}NODE_CLASS_MAPPINGS = {x: 1}\ny = x == (x, 1)\n`,
    'a list inside itself': `x = []\nx.append(x)\n${classText('A').replace('("IMAGE",)}}', '("IMAGE", {"default": x})}}')}\nNODE_CLASS_MAPPINGS = {"A": A}\n`,
    'a dict inside itself':
      'import copy\nx = {}\nx["x"] = x\ny = copy.deepcopy(x)\nNODE_CLASS_MAPPINGS = x\n',
    'a text that doubles': `x = "abcdefgh"\n${'x = x + x\n'.repeat(60)}`,
    'a huge power': 'x = 9 ** 9 ** 9 ** 9\ny = 1 << 10 ** 12\n',
    'a huge list': 'x = [0] * 10 ** 15\n',
    'deep nesting': `x = ${'('.repeat(5000)}1${')'.repeat(5000)}\n`,
    'deep blocks': `${Array.from({ length: 120 }, (_, i) => `${' '.repeat(i)}if x:\n`).join('')}${' '.repeat(120)}pass\n`,
    'a class that extends itself':
      'class A: pass\nclass A(A): pass\nA = type("B", (A,), {})\nNODE_CLASS_MAPPINGS = {"A": A}\n',
    'a tuple in a tuple in a tuple': `x = ()\n${'x = (x,)\n'.repeat(2000)}y = {x: 1}\n`,
    'modules that import each other': 'from . import __init__ as again\nfrom .. import up\n',
    'deep nesting in a function': `def f(): return ${'-'.repeat(3000)}1\nf()\n`,
    'nothing zipped': 'x = list(zip())\n',
    'broken text': 'NODE_CLASS_MAPPINGS = {"A": \x00 ]]] def class (\n',
  }

  for (const [what, text] of Object.entries(hostile)) {
    it(`survives ${what}`, () => {
      const extraction = extract({ '__init__.py': text }, { ...evaluationLimits, steps: 300_000 })
      assert.ok(extraction.undecided.length > 0)
    })
  }

  it('reads the documentation of classes, functions and modules', () => {
    const { comfyNodes, undecided } = extract({
      '__init__.py': `"""All of it."""
import textwrap
from inspect import cleandoc, getdoc
class A:
    """
    Blurs.

        Softly.
    """
    DESCRIPTION = cleandoc(__doc__)
    RETURN_TYPES = ()
class B(A):
    RETURN_TYPES = ()
B.DESCRIPTION = str(B.__doc__) + getdoc(B)[:6] + __doc__
class C:
    "One line."
    RETURN_TYPES = ()
C.DESCRIPTION = C.__doc__
def helper():
    '''Helps.'''
class D:
    DESCRIPTION = helper.__doc__ + textwrap.dedent("""
      a
        b
    """)
    RETURN_TYPES = ()
NODE_CLASS_MAPPINGS = {"A": A, "B": B, "C": C, "D": D}
`.replaceAll("\\'", "'"),
    })
    assert.deepEqual(
      comfyNodes.map((node) => node.description),
      ['Blurs.\n\n    Softly.', 'NoneBlurs.All of it.', 'One line.', 'Helps.\na\n  b\n'],
    )
    assert.ok(!undecided.some(({ subject }) => subject === 'description'))
  })
})

describe('loops that do not end by themselves', () => {
  const rest = `${classText('A')}\nNODE_CLASS_MAPPINGS = {"A": A}\n`
  const endless = 'while True:\n    seen = [n for n in range(500)]\n'
  const growing = 'seen = []\nwhile True:\n    seen.append([n for n in range(500)])\n'

  for (const [what, loop] of Object.entries({ endless, growing }))
    it(`are left one by one, and what was known is kept: ${what}`, () => {
      const extraction = extract({ '__init__.py': `from .b import *\n${loop}${rest}${loop}`, 'b.py': loop })
      assert.deepEqual(namesOf(extraction), ['A'])
      const left = extraction.undecided.filter(({ reason }) => reason.startsWith('Takes longer'))
      assert.deepEqual([...new Set(left.map(({ file }) => file))].sort(), ['__init__.py', 'b.py'])
    })

  it('leave the steps of the rest of the pack', () => {
    const many = Array.from({ length: 8 }, () => endless).join('')
    assert.deepEqual(namesOf(extract({ '__init__.py': `${many}${rest}` })), ['A'])
  })
})

describe('shown names', () => {
  const pack = (names: string) =>
    extract({
      '__init__.py': `import json, locale, os\n${classText('A')}\nNODE_CLASS_MAPPINGS = {"A": A}\nNAMES = {"zh": {"A": "甲"}, "en": {"A": "Alpha"}}\n${names}`,
      'config.json': '{"lang": "zh"}',
    })

  it('come from the settings that the pack ships', () => {
    const { comfyNodes } = pack(
      'with open(os.path.join(os.path.dirname(__file__), "config.json")) as f:\n    NODE_DISPLAY_NAME_MAPPINGS = NAMES[json.load(f)["lang"]]',
    )
    assert.equal(comfyNodes[0]?.display_name, '甲')
  })

  it('are the English ones when the language of the user chooses them', () => {
    const { comfyNodes, undecided } = pack(
      'NODE_DISPLAY_NAME_MAPPINGS = NAMES["zh"] if locale.getdefaultlocale()[0] == "zh_CN" else NAMES["en"]',
    )
    assert.equal(comfyNodes[0]?.display_name, 'Alpha')
    assert.deepEqual(undecided, [])
  })
})
