import type { ComfyNode } from '@nodeyard/contract/comfy-nodes'
import { expect, test } from 'vitest'
import { toComfyNodeView } from './comfy-node.ts'

function comfyNode(given: Partial<ComfyNode> = {}): ComfyNode {
  return {
    comfy_node_name: 'Blur',
    output_is_list: [],
    deprecated: false,
    experimental: false,
    policy: 'ComfyNodePolicyActive',
    ...given,
  }
}

function inputs(input_types: unknown) {
  return toComfyNodeView(comfyNode({ input_types: JSON.stringify(input_types) }))
}

test('types with a widget become widgets, with their default and range; the others become sockets', () => {
  const { inputs: sockets, widgets } = inputs({
    required: { image: ['IMAGE'], radius: ['INT', { default: 8, min: 0, max: 64, step: 1 }] },
    optional: { mask: ['MASK'] },
  })
  expect(sockets).toEqual([
    { name: 'image', type: 'IMAGE', isOptional: false },
    { name: 'mask', type: 'MASK', isOptional: true },
  ])
  expect(widgets).toEqual([
    { name: 'radius', type: 'INT', isOptional: false, default: '8', range: { min: 0, max: 64, step: 1 } },
  ])
})

test('a list of choices is a widget, in both notations', () => {
  const { widgets } = inputs({
    required: { a: [['x', 'y'], { default: 'y' }], b: ['COMBO', { options: ['z'] }] },
  })
  expect(widgets).toMatchObject([
    { name: 'a', type: 'COMBO', choices: ['x', 'y'], default: 'y' },
    { name: 'b', type: 'COMBO', choices: ['z'] },
  ])
})

test('a widget type that is forced to be an input is a socket', () => {
  const { inputs: sockets, widgets } = inputs({ required: { text: ['STRING', { forceInput: true }] } })
  expect([sockets.length, widgets.length]).toEqual([1, 0])
})

test('hidden inputs are not shown', () => {
  expect(inputs({ hidden: { id: 'UNIQUE_ID' } })).toMatchObject({
    inputs: [],
    widgets: [],
    isUnreadable: false,
  })
})

test('outputs are named by their names, else by their types', () => {
  const { outputs } = toComfyNodeView(
    comfyNode({ return_types: '["IMAGE",["a","b"]]', return_names: '["picture"]', output_is_list: [true] }),
  )
  expect(outputs).toEqual([
    { name: 'picture', type: 'IMAGE', isList: true },
    { name: 'COMBO', type: 'COMBO', isList: false },
  ])
})

test.each(['{broken', '[]', 'null', '"text"', ''])(
  'inputs declared as %j are said to be unreadable',
  (input_types) => {
    expect(toComfyNodeView(comfyNode({ input_types })).isUnreadable).toBe(true)
  },
)

test('strange definitions inside a readable object do no harm', () => {
  const strange = {
    required: { a: null, b: [], c: [5], d: 'IMAGE', e: [{}, []], f: [['x'], null] },
    optional: 'no',
  }
  expect(inputs(strange).isUnreadable).toBe(false)
  expect(inputs(strange).inputs.map(({ type }) => type)).toEqual(['?', '?', '?', 'IMAGE', '?'])
})

test('the name stands in for a missing title', () => {
  expect(toComfyNodeView(comfyNode()).title).toBe('Blur')
  expect(toComfyNodeView(comfyNode({ display_name: 'Gaussian Blur' })).title).toBe('Gaussian Blur')
})
