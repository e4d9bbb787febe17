import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Extraction } from './extract.ts'
import { idioms, registered } from './idioms.test-support.ts'
import { classText, extract } from './packs.test-support.ts'

/**
 * Lists the names, with a mark on those that are only registered conditionally, and at the end when there may
 * be more.
 */
function summary({ comfyNodes, undecided }: Extraction): string {
  const names = comfyNodes.map((node) => `${node.comfy_node_name}${node.conditional ? '?' : ''}`)
  return [...names.sort(), ...(undecided.some(({ subject }) => subject === 'nodes') ? ['…'] : [])].join(' ')
}

describe('extracting comfy-nodes', () => {
  for (const [what, files, expected] of idioms) {
    it(`follows ${what}`, () => {
      assert.equal(summary(extract(files)), expected)
    })
  }

  const inputsOf = (text: string) =>
    extract({ '__init__.py': text }).comfyNodes.flatMap((node) =>
      node.inputs.map(({ name, type, options }) => `${name} ${type} ${JSON.stringify(options)}`),
    )

  it('follows a wrapper that extends the result of a bound function', () => {
    const text = `
def described(cls):
    original = cls.INPUT_TYPES
    @classmethod
    def wrapped(inner):
        types = original.__get__(inner, inner)()
        types["required"] = {n: (t[0], {"tooltip": "about " + n}) for n, t in types["required"].items()}
        return types
    cls.INPUT_TYPES = wrapped
    return cls
@described${classText('A')}${registered('A')}`
    assert.deepEqual(inputsOf(text), ['image IMAGE {"tooltip":"about image"}'])
  })

  it('keeps the common part of an input that is one of two', () => {
    const text = `import x
spec = ("INT", {"default": 1})
if x.ready:
    spec = ("INT", {"default": 1, "tooltip": "t"})
${classText('A', '{"required": {"count": spec}}')}${registered('A')}`
    assert.deepEqual(inputsOf(text), ['count INT {"default":1}'])
  })

  it("answers a caller check in INPUT_TYPES as the tool's node listing", () => {
    const text = `import inspect
class A:
    RETURN_TYPES = ("IMAGE",)
    @classmethod
    def INPUT_TYPES(cls):
        more = {"mask": ("MASK",)}
        stack = inspect.stack()
        if len(stack) > 2 and stack[2].function == "get_input_info":
            more = cls.anything
        return {"required": {}, "optional": more}
${registered('A')}`
    assert.deepEqual(inputsOf(text), ['mask MASK {}'])
  })

  it('knows the attributes that a comfy-node inherits from the tool', () => {
    const [node] = extract({
      '__init__.py': `import nodes\nclass A(nodes.SaveImage): pass\n${registered('A')}`,
    }).comfyNodes
    assert.deepEqual(
      [node?.return_types, node?.function, node?.category, node?.output_node],
      ['[]', 'save_images', 'image', true],
    )
  })

  it('accepts types named by keyword and schemas changed by a wrapper', () => {
    const [node] = extract({
      '__init__.py': `from comfy_api.latest import io, ComfyExtension
class A(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="A", inputs=[io.Custom(io_type="BAR").Input("bar", optional=True)],
            outputs=[io.Image.Output(tooltip="The picture")])
def named(cls):
    original = cls.define_schema
    @classmethod
    def wrapped(inner):
        schema = original.__func__(inner)
        if schema.display_name is None:
            schema.display_name = "Named A"
        return schema
    cls.define_schema = wrapped
    return cls
class E(ComfyExtension):
    async def get_node_list(self): return [named(A)]
async def comfy_entrypoint(): return E()`,
    }).comfyNodes
    assert.equal(node?.display_name, 'Named A')
    assert.deepEqual(
      node?.inputs.map(({ name, type, group }) => [name, type, group]),
      [['bar', 'BAR', 'optional']],
    )
    assert.deepEqual(node?.outputs, [
      { name: 'IMAGE', type: 'IMAGE', is_list: false, tooltip: 'The picture' },
    ])
  })

  it('assigns tooltips of outputs to the outputs', () => {
    const text = `${classText('A').replace('FUNCTION', 'OUTPUT_TOOLTIPS = ("The picture",)\n    FUNCTION')}${registered('A')}`
    assert.equal(extract({ '__init__.py': text }).comfyNodes[0]?.outputs[0]?.tooltip, 'The picture')
  })

  it('treats an enumeration as its choices, and a member as the default', () => {
    const [node] = extract({
      '__init__.py': `from enum import Enum
from comfy_api.latest import io, ComfyExtension
class Kernel(Enum):
    box = "box"
    round = "gaussian"
    def half(self): pass
class A(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="A", outputs=[], inputs=[
            io.Combo.Input("kernel", Kernel, default=Kernel.round), io.Combo.Input("other", options=Kernel)])
class E(ComfyExtension):
    async def get_node_list(self): return [A]
async def comfy_entrypoint(): return E()`,
    }).comfyNodes
    assert.deepEqual(
      node?.inputs.map(({ choices, options }) => [choices, options['default']]),
      [
        [['box', 'gaussian'], 'gaussian'],
        [['box', 'gaussian'], undefined],
      ],
    )
  })
})
