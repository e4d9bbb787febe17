import { arrange } from './arrange.ts'
import { type GraphLayout, layoutLimits } from './graph-layout.ts'
import { readGroups, readLinks, readNodes } from './layout-parts.ts'
import { isRecord, listOf, recordOf } from './values.ts'

/** Programs wrap a workflow in an object, and some wrap that again. */
const maxWrappers = 5

/**
 * Reads how a workflow is arranged: from the form that the editor saves, or from the form for the API, which has no places
 * and is laid out in columns. Returns undefined when the value is neither, or has no nodes.
 */
export function readLayout(value: unknown, wrappers = 0): GraphLayout | undefined {
  if (!isRecord(value) || wrappers > maxWrappers) return undefined
  if (Array.isArray(value['nodes'])) return fromEditor(value)
  const prompt = Object.entries(value).filter(([, node]) => isPromptNode(node))
  if (prompt.length > 0) return fromPrompt(prompt as [string, PromptNode][])
  for (const key of ['workflow', 'prompt', 'output']) {
    const graph = readLayout(value[key], wrappers + 1)
    if (graph) return graph
  }
  return undefined
}

/** A blueprint is one node that stands for a graph, and the graph is what people want to see. */
function fromEditor(workflow: Record<string, unknown>): GraphLayout | undefined {
  const subgraphs = listOf(recordOf(workflow['definitions'])['subgraphs']).filter(isRecord)
  const [only, ...others] = listOf(workflow['nodes']).filter(isRecord)
  const inside = others.length === 0 ? subgraphs.find(({ id }) => id === only?.['type']) : undefined
  return toLayout(inside && listOf(inside['nodes']).length > 0 ? inside : workflow, subgraphs)
}

function toLayout(
  graph: Record<string, unknown>,
  subgraphs: readonly Record<string, unknown>[],
): GraphLayout | undefined {
  const { nodes, places, omitted } = readNodes(graph, subgraphs)
  if (nodes.length === 0) return undefined
  const isArranged = nodes.some(({ x, y }) => x !== nodes[0]?.x || y !== nodes[0]?.y)
  const links = readLinks(graph, nodes, places)
  const layout = { nodes, links, groups: readGroups(graph), omittedNodes: omitted }
  return isArranged || nodes.length === 1 ? layout : { ...layout, nodes: arrange(nodes, links) }
}

interface PromptNode {
  class_type: string
  inputs?: unknown
  _meta?: unknown
}

const isPromptNode = (value: unknown): value is PromptNode =>
  isRecord(value) && typeof value['class_type'] === 'string' && value['class_type'] !== ''

/** In the form for the API, an input is a value, or the id of a node with the place of its output. */
function fromPrompt(all: readonly [string, PromptNode][]): GraphLayout | undefined {
  const shown = all.slice(0, layoutLimits.nodes)
  const outputCounts = countOutputs(shown)
  const { nodes, places } = readNodes(
    { nodes: shown.map(([id, node]) => toEditorNode(id, node, outputCounts.get(id) ?? 0)) },
    [],
  )
  const links = shown.flatMap(([id, node]) =>
    referencesOf(node).flatMap(([, [source, output]], input) => {
      const [from, to] = [places.get(String(source)), places.get(id)]
      return from === undefined || to === undefined ? [] : [{ from, output, to, input, type: '*' }]
    }),
  )
  return {
    nodes: arrange(nodes, links),
    links: links.slice(0, layoutLimits.links),
    groups: [],
    omittedNodes: all.length - shown.length,
  }
}

function toEditorNode(id: string, node: PromptNode, outputs: number): Record<string, unknown> {
  const values = Object.entries(recordOf(node.inputs)).filter(([, value]) => !isReference(value))
  return {
    id,
    type: node.class_type,
    title: recordOf(node._meta)['title'],
    inputs: referencesOf(node).map(([name]) => ({ name, type: '*' })),
    // This form names no outputs, so as many are drawn as are used.
    outputs: Array.from({ length: outputs }, (_, place) => ({ name: String(place + 1), type: '*' })),
    widgets_values: Object.fromEntries(values),
  }
}

type Reference = [string | number, number]

function referencesOf({ inputs }: PromptNode): [string, Reference][] {
  const isLinked = (entry: [string, unknown]): entry is [string, Reference] => isReference(entry[1])
  return Object.entries(recordOf(inputs)).filter(isLinked).slice(0, layoutLimits.sockets)
}

const isReference = (value: unknown): value is Reference =>
  Array.isArray(value) &&
  value.length === 2 &&
  ['string', 'number'].includes(typeof value[0]) &&
  Number.isInteger(value[1]) &&
  value[1] >= 0 &&
  value[1] < layoutLimits.sockets

function countOutputs(all: readonly [string, PromptNode][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [source, output] of all.flatMap(([, node]) => referencesOf(node).map(([, one]) => one)))
    counts.set(String(source), Math.max(counts.get(String(source)) ?? 0, output + 1))
  return counts
}
