import { type ComfyNode, nameIsPossible } from './comfy-node.ts'
import { emptyComfyNode } from './describe.ts'

/** The file in which an owner can list the comfy-nodes when the code does not show them. */
export const nodeListPath = 'node_list.json'

const maxNames = 5_000

/**
 * Reads the owner's list: a list of names, or an object with a description for each name. Returns undefined
 * when the file is neither.
 */
export function readNodeList(text: string): ComfyNode[] | undefined {
  const data = parse(text)
  const entries = Array.isArray(data)
    ? data.map((name) => [name, ''] as const)
    : typeof data === 'object' && data !== null
      ? Object.entries(data)
      : undefined
  const named = entries?.slice(0, maxNames).flatMap(([name, about]) => {
    const clean = typeof name === 'string' ? name.trim() : ''
    return nameIsPossible(clean) ? [listed(clean, about)] : []
  })
  return named && [...new Map(named.map((node) => [node.comfy_node_name, node])).values()]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function listed(name: string, about: unknown): ComfyNode {
  const node = { ...emptyComfyNode(name, false), source: { file: nodeListPath, line: 1 } }
  return typeof about === 'string' && about !== '' ? { ...node, description: about.slice(0, 5_000) } : node
}
