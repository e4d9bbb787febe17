import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GraphLayout } from '../../workflow/graph-layout.ts'
import { readLayout } from '../../workflow/layout.ts'
import { boundsOf, drawGraph, maxDrawnCharacters } from './graph.ts'

const node = (id: number, more: object = {}) => ({
  id,
  type: `Step ${id}`,
  pos: [id * 300, 0],
  size: [200, 120],
  inputs: [{ name: 'image', type: 'IMAGE' }],
  outputs: [{ name: 'image', type: 'IMAGE' }],
  widgets_values: [8],
  ...more,
})
const layoutOf = (...nodes: object[]): GraphLayout => {
  const layout = readLayout({ nodes, links: [[1, 1, 0, 2, 0, 'IMAGE']] })
  assert.ok(layout)
  return layout
}
const draw = (layout: GraphLayout, more = {}) => drawGraph(layout, { id: 'g', label: 'Two steps', ...more })

describe('drawing a workflow', () => {
  it('draws titles, sockets, values and links', () => {
    const svg = draw(layoutOf(node(1), node(2)))
    for (const word of ['Step 1', 'Step 2', 'image', '8'])
      assert.match(svg, new RegExp(`\u2068${word}\u2069`))
    assert.equal(svg.match(/<path d="M[^"]*C/g)?.length, 1)
  })

  it('has a text alternative', () => {
    assert.match(
      draw(layoutOf(node(1))),
      /role="img" aria-labelledby="g-title".*<title id="g-title">\u2068Two steps\u2069/,
    )
  })

  it('leaves labels and values out of a small picture, and keeps titles', () => {
    const svg = draw(layoutOf(node(1), node(2)), { isSmall: true })
    assert.match(svg, /Step 1/)
    assert.doesNotMatch(svg, /\u2068image\u2069/)
  })

  it('adds a signal for each link on request', () => {
    assert.equal(draw(layoutOf(node(1), node(2)), { hasSignals: true }).match(/class="signal /g)?.length, 1)
  })

  it('marks comfy-nodes that an installation lacks, by more than a color', () => {
    const marks = new Map([
      ['Step 1', 'missing'],
      ['Step 2', 'needed'],
    ])
    const svg = draw(layoutOf(node(1), node(2), node(3)), { marks })
    assert.deepEqual(
      [...svg.matchAll(/class="mark-(\w+)"/g)].map(([, mark]) => mark),
      ['missing', 'needed'],
    )
    assert.match(svg, />!<\/text>/)
  })

  it('contains everything in its bounds', () => {
    assert.deepEqual(boundsOf(layoutOf(node(1), node(2))), { x: 260, y: -70, width: 580, height: 230 })
  })

  it('draws muted, bypassed, collapsed and colored nodes, and notes', () => {
    const svg = draw(
      layoutOf(
        node(1, { mode: 2 }),
        node(2, { mode: 4 }),
        node(3, { flags: { collapsed: true }, bgcolor: '#223355' }),
        node(4, { type: 'Note', widgets_values: ['Turn this up.'] }),
      ),
    )
    assert.match(svg, /opacity="\.45"/)
    assert.match(svg, /#b04fc0/)
    assert.match(svg, /#223355/)
    assert.match(svg, /Turn this up\./)
  })

  it('keeps markup in names inert', () => {
    const hostile = '"><script>alert(1)</script><image href="//x">'
    const svg = draw(
      layoutOf(
        node(1, {
          type: hostile,
          title: hostile,
          widgets_values: [hostile],
          outputs: [{ name: hostile, type: hostile }],
        }),
        node(2, { bgcolor: 'red" onload="x' }),
      ),
    )
    assert.doesNotMatch(svg, /<(?!\/?(svg|g|title|rect|path|text|circle)[ >])/)
    assert.doesNotMatch(svg.replace(/>[^<]*</g, '><'), /\son\w+\s*=|href|url\(/)
  })

  it('breaks a long text into a limited number of lines', () => {
    const long = node(1, { type: 'Note', size: [41, 1e6], widgets_values: ['a'.repeat(1_200)] })
    const lines = draw(layoutOf(long)).match(/<text x="18"/g)?.length ?? 0
    assert.equal(lines, 60)
  })

  it('leaves sockets, values and notes out of the nodes after a large drawing', () => {
    const size = [41, 1e6]
    const crowded = {
      notes: { type: 'Note', size, widgets_values: ['a '.repeat(600)] },
      values: { size, widgets_values: Array.from({ length: 4 }, () => 'a'.repeat(400)) },
      sockets: { size, inputs: Array.from({ length: 60 }, (_, place) => ({ name: `${place}` })) },
    }
    for (const [kind, parts] of Object.entries(crowded)) {
      const nodes = Array.from({ length: 1_000 }, (_, id) => node(id, parts))
      const svg = draw(layoutOf(...nodes))
      assert.ok(svg.length < maxDrawnCharacters + 700_000, kind)
      assert.equal(svg.match(/<g /g)?.length, 1_000, kind)
    }
  })
})
