import { drawGraph } from '@nodeyard/analysis/preview/graph'
import { readLayout } from '@nodeyard/analysis/workflow/layout'

const socket = { name: 'image', type: 'IMAGE' }
const step = (id: number, title: string, x: number, more: object = {}) => ({
  ...{ id, type: title, title, pos: [x, 0], size: [210, 110] },
  ...{ inputs: [socket], outputs: [socket], widgets_values: [8], ...more },
})

/** Draws a workflow with everything that one can contain. */
export function graphOfSamples(): string {
  const layout = readLayout({
    nodes: [
      step(1, 'Load', 0),
      step(2, 'Blur', 280),
      step(3, 'Muted', 560, { mode: 2 }),
      step(4, 'Bypassed', 840, { mode: 4 }),
      step(5, 'Collapsed', 1120, { flags: { collapsed: true } }),
      { id: 6, type: 'Note', pos: [0, 190], size: [210, 90], widgets_values: ['A note for readers.'] },
    ],
    links: [
      [1, 1, 0, 2, 0, 'IMAGE'],
      [2, 2, 0, 3, 0, 'IMAGE'],
      [3, 3, 0, 4, 0, 'MASK'],
      [4, 4, 0, 5, 0, 'LATENT'],
    ],
    groups: [{ title: 'Group', bounding: [260, -60, 520, 200], color: '#3f789e' }],
  })
  return layout ? drawGraph(layout, { id: 'design-graph', label: 'Samples', hasSignals: true }) : ''
}
