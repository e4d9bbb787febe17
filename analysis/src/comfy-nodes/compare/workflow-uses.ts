import type { Json } from '../comfy-node.ts'

/** How a saved workflow uses one comfy-node. */
export interface WorkflowUse {
  comfy_node_name: string
  /** Id of the node inside the workflow, with the ids of its subgraphs. */
  id: string
  linked: string[]
  /** Types of the connections by input, as far as the file states them. */
  linkTypes?: { [input: string]: string }
  /** Values by input, if the workflow names the inputs. */
  values: { [input: string]: Json }
  /** Values by position, as in the tool's own saved files. */
  widgetValues?: Json[]
  usedOutputs: number[]
}

const maxUses = 20_000

/**
 * Reads both forms of a workflow: the saved form (`nodes` and `links`, with subgraphs), and the API form
 * (comfy-nodes by id). Returns undefined when it is neither. Malformed parts are skipped.
 */
export function usesOf(workflow: unknown): WorkflowUse[] | undefined {
  if (!isRecord(workflow)) return undefined
  if (Array.isArray(workflow['nodes'])) return savedUses(workflow)
  const entries = Object.entries(workflow).slice(0, maxUses)
  const isPrompt = entries.some(([, node]) => isRecord(node) && typeof node['class_type'] === 'string')
  return isPrompt ? promptUses(entries) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function promptUses(entries: [string, unknown][]): WorkflowUse[] {
  const uses = new Map<string, WorkflowUse>()
  for (const [id, node] of entries) {
    if (!isRecord(node) || typeof node['class_type'] !== 'string') continue
    uses.set(id, { comfy_node_name: node['class_type'], id, linked: [], values: {}, usedOutputs: [] })
  }
  for (const [id, node] of entries) {
    const use = uses.get(id)
    if (!use) continue
    const inputs = isRecord(node) && isRecord(node['inputs']) ? Object.entries(node['inputs']) : []
    for (const [name, value] of inputs) readPromptInput(name, value, use, uses)
  }
  return [...uses.values()]
}

/** A link is a pair of a node's id and the position of its output. */
function readPromptInput(
  name: string,
  value: unknown,
  use: WorkflowUse,
  uses: ReadonlyMap<string, WorkflowUse>,
): void {
  const [from, place] = listOf(value)
  if (Array.isArray(value) && value.length === 2 && typeof place === 'number' && uses.has(String(from))) {
    use.linked.push(name)
    addOutput(uses.get(String(from)), place)
  } else use.values[name] = value as Json
}

function addOutput(use: WorkflowUse | undefined, place: number): void {
  if (use && !use.usedOutputs.includes(place)) use.usedOutputs.push(place)
}

function savedUses(workflow: Record<string, unknown>): WorkflowUse[] {
  const definitions = isRecord(workflow['definitions']) ? listOf(workflow['definitions']['subgraphs']) : []
  const graphs = [workflow, ...definitions.filter(isRecord)]
  // A graph contains a subgraph as a node whose type is the subgraph's id.
  const subgraphs = new Set(graphs.map((graph) => graph['id']))
  return graphs
    .flatMap((graph, i) => {
      const types = typesOfLinks(graph)
      return listOf(graph['nodes'])
        .filter(isRecord)
        .flatMap((node) => savedUse(node, i === 0 ? '' : `${graph['id']}:`, types))
    })
    .filter((use) => !subgraphs.has(use.comfy_node_name))
    .slice(0, maxUses)
}

/** The workflow itself has its links as lists, subgraphs have them as objects. */
function typesOfLinks(graph: Record<string, unknown>): ReadonlyMap<unknown, string> {
  return new Map(
    listOf(graph['links']).flatMap((link): [unknown, string][] => {
      const [id, type] = Array.isArray(link)
        ? [link[0], link[5]]
        : isRecord(link)
          ? [link['id'], link['type']]
          : []
      return typeof type === 'string' ? [[id, type]] : []
    }),
  )
}

function savedUse(
  node: Record<string, unknown>,
  prefix: string,
  types: ReadonlyMap<unknown, string>,
): WorkflowUse[] {
  const { type, id, widgets_values: values } = node
  if (typeof type !== 'string') return []
  const links = listOf(node['inputs'])
    .filter(isRecord)
    .flatMap((input): [string, unknown][] =>
      typeof input['name'] === 'string' && typeof input['link'] === 'number'
        ? [[input['name'], input['link']]]
        : [],
    )
  const linked = links.map(([name]) => name)
  const linkTypes = Object.fromEntries(
    links.flatMap(([name, link]) => (types.has(link) ? [[name, types.get(link) ?? '']] : [])),
  )
  const usedOutputs = listOf(node['outputs']).flatMap((output, place) =>
    isRecord(output) && listOf(output['links']).length > 0 ? [place] : [],
  )
  const use = {
    comfy_node_name: type,
    id: `${prefix}${String(id)}`,
    linked,
    values: {},
    usedOutputs,
    ...(Object.keys(linkTypes).length > 0 ? { linkTypes } : {}),
  }
  if (isRecord(values)) return [{ ...use, values: values as WorkflowUse['values'] }]
  return [Array.isArray(values) ? { ...use, widgetValues: values } : use]
}
