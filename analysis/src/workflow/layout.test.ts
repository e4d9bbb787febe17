import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GraphLayout, layoutLimits } from './graph-layout.ts'
import { readLayout } from './layout.ts'

const loader = {
  id: 4,
  type: 'LoadImage',
  pos: [10, 20],
  size: { 0: 300, 1: 200 },
  outputs: [
    { name: 'IMAGE', type: 'IMAGE' },
    { name: 'MASK', type: 'MASK' },
  ],
  widgets_values: ['photo.png', 'image'],
}
const curve = {
  id: 7,
  type: 'LumenToneCurve',
  title: 'Curve',
  pos: [400, 20],
  size: [210, 130],
  bgcolor: '#335',
  mode: 4,
  inputs: [
    { name: 'image', type: 'IMAGE', link: 1 },
    { name: 'shadows', type: 'FLOAT', widget: { name: 'shadows' } },
    { name: 'seed', type: 'INT', widget: { name: 'seed' } },
  ],
  outputs: [{ name: 'image', type: 'IMAGE' }],
  widgets_values: [0.2, 7, 'randomize'],
}

const read = (value: unknown): GraphLayout => {
  const layout = readLayout(value)
  assert.ok(layout)
  return layout
}

describe('reading the layout of a workflow', () => {
  it('reads nodes with places, sizes, sockets, values, colors and modes', () => {
    const { nodes } = read({ nodes: [loader, curve], links: [] })
    assert.deepEqual(nodes[0], {
      type: 'LoadImage',
      title: 'LoadImage',
      x: 10,
      y: 20,
      width: 300,
      height: 200,
      inputs: [],
      outputs: loader.outputs,
      widgets: [
        { name: '', value: 'photo.png' },
        { name: '', value: 'image' },
      ],
    })
    assert.deepEqual(
      [nodes[1]?.title, nodes[1]?.color, nodes[1]?.isBypassed, nodes[1]?.isMuted],
      ['Curve', '#333355', true, undefined],
    )
  })

  it('names widgets by the inputs that stand for them, and passes over what follows a seed', () => {
    const { nodes } = read({ nodes: [curve], links: [] })
    assert.deepEqual(nodes[0]?.widgets, [
      { name: 'shadows', value: '0.2' },
      { name: 'seed', value: '7' },
    ])
    assert.equal(nodes[0]?.inputs[2]?.widget, 1)
  })

  for (const [form, link] of [
    ['a list', [1, 4, 0, 7, 0, 'IMAGE']],
    ['an object', { id: 1, origin_id: 4, origin_slot: 0, target_id: 7, target_slot: 0, type: 'IMAGE' }],
  ] as const) {
    it(`reads a link that is ${form}`, () => {
      const { links } = read({ nodes: [loader, curve], links: [link] })
      assert.deepEqual(links, [{ from: 0, output: 0, to: 1, input: 0, type: 'IMAGE' }])
    })
  }

  it('leaves out links to nowhere, and groups without a place', () => {
    const { links, groups } = read({
      nodes: [loader],
      links: [[1, 4, 0, 99, 0, 'IMAGE'], null, 'x', [2, 4, -1, 4, 0, 'IMAGE']],
      groups: [{ title: 'Input', bounding: [0, 0, 500, 400], color: '#3f789e' }, { title: 'Lost' }, 5],
    })
    assert.deepEqual(links, [])
    assert.deepEqual(groups, [{ title: 'Input', x: 0, y: 0, width: 500, height: 400, color: '#3f789e' }])
  })

  it('reads the text of a note', () => {
    const { nodes } = read({ nodes: [{ ...loader, type: 'MarkdownNote', widgets_values: ['# Read me'] }] })
    assert.deepEqual([nodes[0]?.note, nodes[0]?.widgets], ['# Read me', []])
  })

  it('shows the inside of a blueprint, and the name of a subgraph among other nodes', () => {
    const definitions = { subgraphs: [{ id: 'abc', name: 'Soften', nodes: [loader], links: [] }] }
    const use = { id: 1, type: 'abc', pos: [0, 0] }
    assert.deepEqual(
      read({ nodes: [use], definitions }).nodes.map(({ type }) => type),
      ['LoadImage'],
    )
    const { nodes } = read({ nodes: [use, curve], definitions })
    assert.deepEqual([nodes[0]?.title, nodes[0]?.isSubgraph], ['Soften', true])
  })

  it('lays out the form for the API in columns', () => {
    const { nodes, links } = read({
      prompt: {
        8: { class_type: 'SaveImage', inputs: { images: ['7', 0], filename_prefix: 'out' } },
        7: { class_type: 'Blur', inputs: { image: ['4', 1], radius: 5 }, _meta: { title: 'Soft blur' } },
        4: { class_type: 'LoadImage', inputs: { image: 'photo.png' } },
      },
    })
    const place = (type: string) => nodes.find((node) => node.type === type)?.x ?? Number.NaN
    assert.ok(place('LoadImage') < place('Blur') && place('Blur') < place('SaveImage'))
    assert.equal(nodes.find(({ type }) => type === 'Blur')?.title, 'Soft blur')
    assert.equal(nodes.find(({ type }) => type === 'LoadImage')?.outputs.length, 2)
    assert.equal(links.length, 2)
  })

  it('lays out nodes that all lie on one place, circles included', () => {
    const { nodes } = read({
      nodes: [
        { ...loader, pos: [0, 0] },
        { ...curve, pos: [0, 0] },
      ],
      links: [
        [1, 4, 0, 7, 0, 'IMAGE'],
        [2, 7, 0, 4, 0, 'IMAGE'],
      ],
    })
    assert.notDeepEqual([nodes[0]?.x, nodes[0]?.y], [nodes[1]?.x, nodes[1]?.y])
  })

  for (const value of [null, 5, 'x', [], {}, { nodes: [] }, { nodes: 'x' }, { a: { class_type: '' } }])
    it(`finds no workflow in ${JSON.stringify(value)}`, () => assert.equal(readLayout(value), undefined))

  it('keeps its limits whatever the file says', () => {
    const many = Array.from({ length: layoutLimits.nodes + 5 }, (_, id) => ({
      id,
      type: 'X'.repeat(5_000),
      pos: [Number.NaN, 1e300],
      size: [-5, 1e300],
      widgets_values: ['y'.repeat(100_000)],
    }))
    const { nodes, omittedNodes } = read({ nodes: many, links: [] })
    assert.deepEqual([nodes.length, omittedNodes], [layoutLimits.nodes, 5])
    assert.ok(JSON.stringify(nodes[0]).length < 1_500)
    assert.ok(nodes.every(({ x, y, width, height }) => [x, y, width, height].every(Number.isFinite)))
  })
})
