import { isObject, type JsonObject, listOf, objectOf } from '../ground/json.ts'
import { type Graph, isApiNode } from './find-graphs.ts'
import { WorkflowRefusal } from './refusal.ts'

/** A comfy-node that a workflow uses, with the origin that the tool recorded. */
export interface UsedComfyNode {
  name: string
  /** Number of occurrences in the workflow. */
  count: number
  /** The registry's id of the node that provided it. */
  nodeId?: string
  /** The installed version: a number, a commit, `nightly`. */
  version?: string
  /** `owner/name` of a repository, when the node did not come from a registry. */
  repository?: string
  /** Number of occurrences that are muted or bypassed, so that the workflow runs without them. */
  inactive?: number
}

/** More than any workflow has. */
const maxNodes = 50_000

/**
 * Reads the comfy-nodes of workflows, in order: from the form that the editor saves, including those inside subgraphs and
 * group nodes, or from the form that is sent to the API.
 */
export function comfyNodesOf(graphs: readonly Graph[]): UsedComfyNode[] {
  const nodes: UsedComfyNode[] = []
  for (const { form, value } of graphs) {
    const own = form === 'editor' ? editorNodes(value) : Object.values(value).filter(isApiNode).map(fromApi)
    if (nodes.length + own.length > maxNodes) throw new WorkflowRefusal('too_large')
    nodes.push(...own)
  }
  return collect(nodes)
}

function collect(nodes: readonly UsedComfyNode[]): UsedComfyNode[] {
  const found = new Map<string, UsedComfyNode>()
  for (const node of nodes) {
    const key = JSON.stringify([node.name, node.nodeId, node.version, node.repository])
    const known = found.get(key)
    if (!known) found.set(key, { ...node })
    else {
      known.count++
      if (node.inactive) known.inactive = (known.inactive ?? 0) + 1
    }
  }
  return [...found.values()]
}

const fromApi = ({ class_type }: { class_type: string }): UsedComfyNode => ({ name: class_type, count: 1 })

/** Elements that exist only in the editor and are not comfy-nodes. */
const editorOnly = new Set(['Note', 'MarkdownNote', 'Reroute', 'PrimitiveNode'])
const groupPrefix = /^workflow[/>]/
/** Components of the manager are group nodes that are named `## NAME [HASH]`. */
const isGroup = (type: string) =>
  groupPrefix.test(type) || (type.startsWith('## ') && /\[\w{1,64}\]$/.test(type))

/** A graph of the editor: the workflow itself, a subgraph, or the content of a group node. */
interface EditorGraph {
  id: unknown
  nodes: JsonObject[]
}

function editorNodes(workflow: JsonObject): UsedComfyNode[] {
  const subgraphs = subgraphsOf(workflow)
  const groups = Object.values(objectOf(objectOf(workflow['extra'])['groupNodes']))
    .filter(isObject)
    .map((group) => ({ id: undefined, nodes: nodesOf(group) }))
  const main = { id: undefined, nodes: nodesOf(workflow) }
  const isRunning = runningSubgraphs(main, subgraphs)
  const ids = new Set(subgraphs.map(({ id }) => id))
  return [main, ...subgraphs, ...groups].flatMap((graph) =>
    graph.nodes
      .filter(({ type }) => !ids.has(type))
      .flatMap((node) => fromEditor(node, isActive(node) && isRunning(graph.id))),
  )
}

const nodesOf = (graph: JsonObject) => listOf(graph['nodes']).filter(isObject)

/** Saved workflows define subgraphs apart; copied selections have them beside the nodes. */
export function subgraphsOf(workflow: JsonObject): EditorGraph[] {
  return [objectOf(workflow['definitions'])['subgraphs'], workflow['subgraphs']]
    .flatMap(listOf)
    .filter(isObject)
    .map((subgraph) => ({ id: subgraph['id'], nodes: nodesOf(subgraph) }))
}

const muted = 2
const bypassed = 4
export const isActive = ({ mode }: JsonObject) => mode !== muted && mode !== bypassed

/** Returns whether a graph runs. A subgraph does not if every node that stands for it is muted or bypassed. */
function runningSubgraphs(main: EditorGraph, subgraphs: readonly EditorGraph[]): (id: unknown) => boolean {
  const byId = new Map(subgraphs.map((subgraph) => [subgraph.id, subgraph]))
  const used = new Set(
    [main, ...subgraphs]
      .flatMap(({ nodes }) => nodes.map(({ type }) => type))
      .filter((type) => byId.has(type)),
  )
  const running = new Set<unknown>()
  const waiting: EditorGraph[] = [main]
  for (let graph = waiting.pop(); graph; graph = waiting.pop()) {
    for (const node of graph.nodes) {
      const inner = byId.get(node['type'])
      if (!inner || running.has(inner.id) || !isActive(node)) continue
      running.add(inner.id)
      waiting.push(inner)
    }
  }
  return (id) => id === undefined || running.has(id) || !used.has(id)
}

function fromEditor({ type, properties }: JsonObject, runs: boolean): UsedComfyNode[] {
  if (typeof type !== 'string' || type === '' || editorOnly.has(type) || isGroup(type)) return []
  const noted = objectOf(properties)
  return [
    {
      name: type,
      count: 1,
      ...noteOf('nodeId', noted['cnr_id']),
      ...noteOf('version', noted['ver']),
      ...noteOf('repository', noted['aux_id']),
      ...(runs ? {} : { inactive: 1 }),
    },
  ]
}

const longestNote = 200

function noteOf<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  const text = typeof value === 'string' ? value.trim() : ''
  const note = text !== '' && text.length <= longestNote ? { [key]: text } : {}
  return note as { [K in Key]?: string }
}
