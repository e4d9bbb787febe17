import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeclaredComfyNode, toBox } from './box.ts'

function declared(given: Partial<DeclaredComfyNode> = {}): DeclaredComfyNode {
  return { comfy_node_name: 'Blur', ...given }
}

function inputs(input_types: unknown) {
  return toBox(declared({ input_types: JSON.stringify(input_types) }))
}

test('types with a widget become widgets, with their default and range; the others become sockets', () => {
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

test('a list of choices is a widget, in both notations', () => {
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

test('choices that only a running tool knows are not counted, and no default is made up for them', () => {
  const { widgets } = inputs({
    required: { model: [[{ $undecided: true }], { default: { $undecided: true } }] },
  })
  assert.deepEqual(widgets, [{ name: 'model', type: 'COMBO', isOptional: false, choices: [] }])
})

test('a widget type that is forced to be an input is a socket', () => {
  const { inputs: sockets, widgets } = inputs({ required: { text: ['STRING', { forceInput: true }] } })
  assert.deepEqual([sockets.length, widgets.length], [1, 0])
})

test('hidden inputs are not shown', () => {
  const { inputs: sockets, widgets, isUnreadable } = inputs({ hidden: { id: 'UNIQUE_ID' } })
  assert.deepEqual({ sockets, widgets, isUnreadable }, { sockets: [], widgets: [], isUnreadable: false })
})

test('outputs are named by their names, else by their types', () => {
  const { outputs } = toBox(
    declared({ return_types: '["IMAGE",["a","b"]]', return_names: '["picture"]', output_is_list: [true] }),
  )
  assert.deepEqual(outputs, [
    { name: 'picture', type: 'IMAGE', isList: true },
    { name: 'COMBO', type: 'COMBO', isList: false },
  ])
})

for (const input_types of ['{broken', '[]', 'null', '"text"', '']) {
  test(`inputs declared as ${JSON.stringify(input_types)} are said to be unreadable`, () => {
    assert.equal(toBox(declared({ input_types })).isUnreadable, true)
  })
}

test('strange definitions inside a readable object do no harm', () => {
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

test('the name stands in for a missing title', () => {
  assert.equal(toBox(declared()).title, 'Blur')
  assert.equal(toBox(declared({ display_name: 'Gaussian Blur' })).title, 'Gaussian Blur')
})
