import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DeclaredComfyNode, toBox } from './box.ts'

function declared(given: Partial<DeclaredComfyNode> = {}): DeclaredComfyNode {
  return { comfy_node_name: 'Blur', ...given }
}

function inputs(input_types: unknown) {
  return toBox(declared({ input_types: JSON.stringify(input_types) }))
}

describe('toBox', () => {
  it('converts widget types to widgets with default and range, and other types to sockets', () => {
    const { inputs: sockets, widgets } = inputs({
      required: { image: ['IMAGE'], radius: ['INT', { default: 8, min: 0, max: 64, step: 1 }] },
      optional: { mask: ['MASK', { tooltip: 'Where to blur' }] },
    })
    assert.deepEqual(sockets, [
      { name: 'image', type: 'IMAGE', isOptional: false },
      { name: 'mask', type: 'MASK', isOptional: true, tooltip: 'Where to blur' },
    ])
    assert.deepEqual(widgets, [
      { name: 'radius', type: 'INT', isOptional: false, default: '8', range: { min: 0, max: 64, step: 1 } },
    ])
  })

  it('treats a list of choices as a widget, in both notations', () => {
    const { widgets } = inputs({
      required: { a: [['x', 'y'], { default: 'y' }], b: ['COMBO', { options: ['z'] }] },
    })
    assert.deepEqual(
      widgets.map(({ type, choices, choiceCount }) => ({ type, choices, choiceCount })),
      [
        { type: 'COMBO', choices: ['x', 'y'], choiceCount: 2 },
        { type: 'COMBO', choices: ['z'], choiceCount: 1 },
      ],
    )
    assert.equal(widgets[0]?.default, 'y')
  })

  it('neither counts unknown choices nor makes up a default for them', () => {
    const { widgets } = inputs({
      required: { model: [[{ $undecided: true }], { default: { $undecided: true } }] },
    })
    assert.deepEqual(widgets, [{ name: 'model', type: 'COMBO', isOptional: false, choices: [] }])
  })

  it('treats a widget type that is forced to be an input as a socket', () => {
    const { inputs: sockets, widgets } = inputs({ required: { text: ['STRING', { forceInput: true }] } })
    assert.deepEqual([sockets.length, widgets.length], [1, 0])
  })

  it('hides hidden inputs', () => {
    const { inputs: sockets, widgets, isUnreadable } = inputs({ hidden: { id: 'UNIQUE_ID' } })
    assert.deepEqual({ sockets, widgets, isUnreadable }, { sockets: [], widgets: [], isUnreadable: false })
  })

  it('names outputs by name, else by type', () => {
    const { outputs } = toBox(
      declared({ return_types: '["IMAGE",["a","b"]]', return_names: '["picture"]', output_is_list: [true] }),
    )
    assert.deepEqual(outputs, [
      { name: 'picture', type: 'IMAGE', isList: true },
      { name: 'COMBO', type: 'COMBO', isList: false },
    ])
  })

  for (const input_types of ['{broken', '[]', 'null', '"text"', '']) {
    it(`marks inputs declared as ${JSON.stringify(input_types)} as unreadable`, () => {
      assert.equal(toBox(declared({ input_types })).isUnreadable, true)
    })
  }

  it('skips strange definitions inside a readable object', () => {
    const strange = {
      required: { a: null, b: [], c: [5], d: 'IMAGE', e: [{}, []], f: [['x'], null] },
      optional: 'no',
    }
    assert.equal(inputs(strange).isUnreadable, false)
    assert.deepEqual(
      inputs(strange).inputs.map(({ type }) => type),
      ['?', '?', '?', 'IMAGE', '?'],
    )
  })

  it('uses the name when the title is missing', () => {
    assert.equal(toBox(declared()).title, 'Blur')
    assert.equal(toBox(declared({ display_name: 'Gaussian Blur' })).title, 'Gaussian Blur')
  })
})
