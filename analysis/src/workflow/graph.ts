import { WorkflowRefusal } from './refusal.ts'
import { isRecord, listOf, recordOf } from './values.ts'

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
}

/** More than any workflow has. */
const maxNodes = 50_000
/** Programs wrap a workflow in an object, and some wrap that again. */
const maxWrappers = 5

/**
 * Reads the comfy-nodes of a workflow, in order: from the form that the editor saves, including those inside
 * subgraphs and group nodes, or from the form that is sent to the API. Returns undefined when the value is
 * neither.
 */
export function readGraph(value: unknown, wrappers = 0): UsedComfyNode[] | undefined {
  if (!isRecord(value) || wrappers > maxWrappers) return undefined
  if (Array.isArray(value['nodes'])) return collect(editorNodes(value))
  if (Object.values(value).some(isApiNode))
    return collect(Object.values(value).filter(isApiNode).map(fromApi))
  for (const key of ['workflow', 'prompt', 'output']) {
    const inner = value[key]
    const graph = readGraph(typeof inner === 'string' ? parseJson(inner) : inner, wrappers + 1)
    if (graph) return graph
  }
  return undefined
}

/** Python writes numbers that JSON does not have. */
export function parseJson(text: string): unknown {
  for (const attempt of [
    text,
    text.replace(/-?\b(?:NaN|Infinity)\b(?<=[[,:]\s*-?(?:NaN|Infinity))/g, 'null'),
  ]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}

function collect(nodes: readonly UsedComfyNode[]): UsedComfyNode[] {
  if (nodes.length > maxNodes) throw new WorkflowRefusal('too_large')
  const found = new Map<string, UsedComfyNode>()
  for (const node of nodes) {
    const key = JSON.stringify([node.name, node.nodeId, node.version, node.repository])
    const known = found.get(key)
    if (known) known.count++
    else found.set(key, { ...node })
  }
  return [...found.values()]
}

interface ApiNode {
  class_type: string
}

const isApiNode = (value: unknown): value is ApiNode =>
  isRecord(value) && typeof value['class_type'] === 'string' && value['class_type'] !== ''

const fromApi = ({ class_type }: ApiNode): UsedComfyNode => ({ name: class_type, count: 1 })

/** Elements that exist only in the editor and are not comfy-nodes. */
const editorOnly = new Set(['Note', 'MarkdownNote', 'Reroute', 'PrimitiveNode'])
const groupPrefix = /^workflow[/>]/

function editorNodes(workflow: Record<string, unknown>): UsedComfyNode[] {
  const subgraphs = listOf(recordOf(workflow['definitions'])['subgraphs']).filter(isRecord)
  const groups = recordOf(recordOf(workflow['extra'])['groupNodes'])
  const subgraphIds = new Set(subgraphs.map(({ id }) => id))
  const lists = [workflow, ...subgraphs, ...Object.values(groups).filter(isRecord)]
  return lists
    .flatMap(({ nodes }) => listOf(nodes))
    .filter(isRecord)
    .filter(({ type }) => !subgraphIds.has(type))
    .flatMap(fromEditor)
}

function fromEditor({ type, properties }: Record<string, unknown>): UsedComfyNode[] {
  if (typeof type !== 'string' || type === '' || editorOnly.has(type) || groupPrefix.test(type)) return []
  const noted = recordOf(properties)
  return [
    {
      name: type,
      count: 1,
      ...noteOf('nodeId', noted['cnr_id']),
      ...noteOf('version', noted['ver']),
      ...noteOf('repository', noted['aux_id']),
    },
  ]
}

const longestNote = 200

function noteOf<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  const text = typeof value === 'string' ? value.trim() : ''
  const note = text !== '' && text.length <= longestNote ? { [key]: text } : {}
  return note as { [K in Key]?: string }
}
