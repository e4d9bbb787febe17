import { modelsOf } from '@nodeyard/analysis/models'
import type { Registry } from '@nodeyard/contract/ground'
import { givenOf, type Resolved, resolveWorkflow } from '@nodeyard/planning/resolve'
import type { KeptInput } from './kept-input.ts'
import { problemOf, type ResolveProblem } from './problem.ts'

export interface Done {
  step: 'done'
  resolved: Resolved
  /** The fragment of a shareable address. Empty if the names are too many for one. */
  shared: string
  /** Whether only names are known, as a shared address has them. */
  isOfNames: boolean
}
type Answer = Done | { step: 'failed'; problem: ResolveProblem }

/** Finds the packs for files and texts. */
export async function resolve(registry: Registry, input: readonly (File | string)[]): Promise<Answer> {
  return read(registry, input, (resolved) => ({ resolved, isOfNames: false }))
}

/** Resolves again what the tab has kept. */
export function resolveKept(registry: Registry, { names, texts }: KeptInput): Promise<Answer> {
  return read(registry, texts, (resolved) => ({ resolved: { ...resolved, names }, isOfNames: false }))
}

/** Resolves the names in a shared address. Returns undefined for another fragment. */
export async function resolveShared(registry: Registry, fragment: string): Promise<Answer | undefined> {
  const nodes = nodesIn(fragment)
  if (nodes.length === 0) return undefined
  const workflow = JSON.stringify({ nodes: nodes.map((node, id) => ({ id, ...node })), links: [] })
  return read(registry, [workflow], (resolved) => ({ resolved, isOfNames: true }))
}

async function read(
  registry: Registry,
  input: readonly (File | string)[],
  toResult: (resolved: Resolved) => Pick<Done, 'resolved' | 'isOfNames'>,
): Promise<Answer> {
  try {
    const result = toResult(await resolveWorkflow(registry, input.map(givenOf)))
    return { step: 'done', ...result, shared: sharedOf(result.resolved) }
  } catch (error) {
    return { step: 'failed', problem: problemOf(error) }
  }
}

/** Browsers and programs that pass addresses on cut longer ones. */
const longestShared = 8000

/** States the names of comfy-nodes, each followed by those of its models. */
function sharedOf({ comfyNodes, graphs }: Resolved): string {
  const modelsBy = new Map<string, string[]>()
  for (const { name, usedBy } of modelsOf(graphs).filter(({ isInactive }) => !isInactive))
    for (const type of usedBy.slice(0, 1)) modelsBy.set(type, [...(modelsBy.get(type) ?? []), name])
  const names = new Set(
    comfyNodes
      .filter(({ isInactive, status, comfy_node_name: name }) =>
        status === 'built_in' ? modelsBy.has(name) : !isInactive,
      )
      .map(({ comfy_node_name: name }) => name),
  )
  const fields = [...names].flatMap((name) => [
    ['node', name],
    ...(modelsBy.get(name) ?? []).map((model) => ['model', model]),
  ])
  const text = String(new URLSearchParams(fields))
  return text !== '' && text.length <= longestShared ? `#${text}` : ''
}

function nodesIn(fragment: string): { type: string; widgets_values: string[] }[] {
  const nodes: { type: string; widgets_values: string[] }[] = []
  if (fragment.length > longestShared + 1) return nodes
  for (const [key, value] of new URLSearchParams(fragment.slice(1))) {
    if (key === 'node') nodes.push({ type: value, widgets_values: [] })
    else if (key === 'model') nodes.at(-1)?.widgets_values.push(value)
  }
  return nodes
}
