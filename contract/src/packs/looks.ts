import Type, { type Static } from 'typebox'

const Socket = Type.Object({ name: Type.String(), type: Type.String() })

/** A comfy-node in outline. */
export const Sketch = Type.Object({
  title: Type.String(),
  inputs: Type.Array(Socket),
  outputs: Type.Array(Socket),
  widgets: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
export type Sketch = Static<typeof Sketch>

/** How a list shows a node: a picture of its author, or its most telling comfy-nodes. */
export const NodeLook = Type.Object({
  has_picture: Type.Boolean({
    description: 'Its banner, or an image of its README, is at `/pictures/nodes/{id}/card`.',
  }),
  workflow_count: Type.Integer({ description: 'Workflows that its latest version ships.' }),
  category: Type.Optional(Type.String({ description: 'Its first category. Only in results of a search.' })),
  sketches: Type.Array(Sketch, { description: 'At most two. Only titles while no version was read.' }),
})
export type NodeLook = Static<typeof NodeLook>

export const looksFlag = {
  looks: Type.Optional(Type.Boolean({ description: 'Adds to each node how a list shows it.' })),
}
