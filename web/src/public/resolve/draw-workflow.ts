import { type Graph, type GraphNode, readLayout, subgraphsOf } from '@nodeyard/analysis/workflow'
import { drawGraph, type GraphMark } from '@nodeyard/analysis/workflow-drawing'
import type { ResolvedComfyNode } from '@nodeyard/planning/resolve'

export interface DrawnWorkflow {
  /** An SVG as a `data:` address. */
  picture: string
  nodes: ListedNode[]
  omittedNodes: number
}

/** A box of the drawing for people who cannot see it. */
export interface ListedNode {
  title: string
  type: string
  mark: GraphMark | undefined
  isInactive: boolean
  isSubgraph: boolean
}

/** Draws a workflow with marks for everything that the tool itself lacks. Returns undefined for one without nodes. */
export function drawWorkflow(
  { value }: Graph,
  comfyNodes: readonly ResolvedComfyNode[],
  label: string,
): DrawnWorkflow | undefined {
  const layout = readLayout(value)
  if (!layout) return undefined
  const marks = withSubgraphs(marksOf(comfyNodes), value)
  const svg = drawGraph(layout, { id: 'workflow', label, marks, shownWidth: 1_000 })
  return {
    picture: `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`,
    nodes: layout.nodes.filter(({ note }) => note === undefined).map((node) => toListed(node, marks)),
    omittedNodes: layout.omittedNodes,
  }
}

const toListed = (node: GraphNode, marks: ReadonlyMap<string, GraphMark>): ListedNode => ({
  title: node.title,
  type: node.type,
  mark: marks.get(node.type),
  isInactive: (node.isMuted ?? false) || (node.isBypassed ?? false),
  isSubgraph: node.isSubgraph ?? false,
})

function marksOf(comfyNodes: readonly ResolvedComfyNode[]): Map<string, GraphMark> {
  const marks = new Map<string, GraphMark>()
  for (const { comfy_node_name: name, status } of comfyNodes) {
    if (status === 'found' && !marks.has(name)) marks.set(name, 'needed')
    if (status === 'unknown') marks.set(name, 'missing')
  }
  return marks
}

/** A subgraph lacks what the comfy-nodes inside it lack, at any depth. */
function withSubgraphs(marks: Map<string, GraphMark>, value: Graph['value']): Map<string, GraphMark> {
  const all = new Map(subgraphsOf(value).map(({ id, nodes }) => [id, nodes.map(({ type }) => type)]))
  const inside = (id: unknown, seen: Set<unknown>): GraphMark[] => {
    if (seen.has(id)) return []
    seen.add(id)
    return (all.get(id) ?? []).flatMap((type) =>
      all.has(type) ? inside(type, seen) : (marks.get(String(type)) ?? []),
    )
  }
  const found = [...all.keys()].flatMap((id): [string, GraphMark][] => {
    const lacking = inside(id, new Set())
    const [first] = lacking
    return first ? [[String(id), lacking.includes('missing') ? 'missing' : first]] : []
  })
  return new Map([...marks, ...found])
}
