/** A workflow as its author arranged it in the editor, ready to be drawn. Texts are shortened. */
export interface GraphLayout {
  nodes: GraphNode[]
  links: GraphLink[]
  groups: GraphGroup[]
  /** Nodes that the file has beyond the limit. */
  omittedNodes: number
}

export interface GraphNode {
  /** The class name of the comfy-node, or the id of a subgraph. */
  type: string
  title: string
  /** Where the body begins; the title is above it. */
  x: number
  y: number
  width: number
  height: number
  inputs: GraphSocket[]
  outputs: GraphSocket[]
  widgets: GraphWidget[]
  /** The author's color as `#rrggbb`. */
  color?: string
  /** The text of a note. */
  note?: string
  isCollapsed?: boolean
  isMuted?: boolean
  isBypassed?: boolean
  isSubgraph?: boolean
}

export interface GraphSocket {
  name: string
  type: string
  /** Belongs to this widget, counted from 0, and is drawn beside it. */
  widget?: number
}

export interface GraphWidget {
  name: string
  value: string
}

/** A link from an output to an input, by the places of nodes and sockets. */
export interface GraphLink {
  from: number
  output: number
  to: number
  input: number
  type: string
}

export interface GraphGroup {
  title: string
  x: number
  y: number
  width: number
  height: number
  color?: string
}

export const layoutLimits = {
  nodes: 1_000,
  links: 4_000,
  groups: 100,
  sockets: 60,
  widgets: 40,
  nameLength: 60,
  textLength: 400,
  noteLength: 1_200,
} as const
