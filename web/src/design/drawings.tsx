import { type ComfyNodeBox, toBox } from '@nodeyard/analysis/preview/box'
import type { Sketch } from '@nodeyard/contract/looks'
import type { NodeCard } from '../public/cards/card.ts'
import { NodeList } from '../public/cards/node-list.tsx'
import { ComfyNodePicture } from '../public/comfy-nodes/comfy-node-picture.tsx'
import { graphOfSamples } from './graph.ts'
import { Sample, Samples } from './sample.tsx'

const boxes: readonly ComfyNodeBox[] = [
  toBox({
    comfy_node_name: 'SoftBlur',
    display_name: 'Soft blur',
    input_types: JSON.stringify({
      required: {
        image: ['IMAGE'],
        radius: ['INT', { default: 4, min: 0, max: 64 }],
        shape: [['disc', 'square', 'star']],
        note: ['STRING', { default: 'Two lines\nof text', multiline: true }],
      },
      optional: { mask: ['MASK'], keep: ['BOOLEAN', { default: true }] },
    }),
    return_types: JSON.stringify(['IMAGE', 'MASK']),
    return_names: JSON.stringify(['image', 'edges']),
    output_is_list: [false, true],
  }),
  toBox({ comfy_node_name: 'Nothing', display_name: 'Without sockets' }),
  toBox({ comfy_node_name: 'Unreadable', input_types: '{', return_types: '{' }),
]

const sketches: Sketch[] = boxes.slice(0, 1).map(({ title, inputs, outputs }) => ({
  ...{ title, inputs, outputs },
  widgets: [{ name: 'radius', value: '4' }],
}))
const card: NodeCard = {
  ...{ id: 'soft-blur', name: 'Soft Blur', publisherId: 'lumen', version: '1.2.0' },
  description: 'Blurs pictures softly, with a mask and without seams.',
  changedAt: '2026-05-01T09:00:00Z',
  ...{
    deprecated: false,
    banned: false,
    downloads: 7400,
    stars: 508,
    comfyNodes: 6,
    comfyNodesVerified: true,
  },
  ...{ matched: [], hasPicture: false, workflows: 2, sketches, hue: 'hue-image' },
}
const { version: _, publisherId: __, ...unpublished } = card
const cards: NodeCard[] = [
  card,
  { ...card, id: 'found', name: 'Found by a node', matched: ['SoftBlur', 'SoftEdge'], hue: 'hue-mask' },
  { ...unpublished, id: 'fog', name: 'Unclaimed', author: 'Mei', sketches: [], comfyNodesVerified: false },
  { ...card, id: 'old', name: 'Deprecated', deprecated: true, workflows: 0, hue: 'hue-latent' },
  { ...card, id: 'bad', name: 'Banned', banned: true, workflows: 0, hue: 'hue-vae' },
]

/** Cards, nodes and graphs, as the site draws them. */
export function Drawings() {
  return (
    <Samples id="drawings" name="Cards and drawings">
      <Sample of="cards">
        <div className="w-full min-w-0">
          <NodeList cards={cards} />
        </div>
      </Sample>
      <Sample of="nodes: with everything, without sockets, unreadable">
        <div className="grid w-full min-w-0 items-start gap-4 sm:grid-cols-3">
          {boxes.map((box) => (
            <ComfyNodePicture key={box.name} box={box} />
          ))}
        </div>
      </Sample>
      <Sample of="graph: link, group, note, muted, bypassed, collapsed">
        <div
          className="graph-surface w-full overflow-hidden rounded-lg border border-line"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing escapes what it shows
          dangerouslySetInnerHTML={{ __html: graphOfSamples() }}
        />
      </Sample>
    </Samples>
  )
}
