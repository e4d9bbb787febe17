import { defined } from '../../ground/defined.ts'
import type { ComfyNode, Undecided } from '../comfy-node.ts'
import { type Change, type ChangeKind, change, type Verdict, verdicts, worstOf } from './change.ts'
import { compareInputs } from './inputs.ts'
import { compareOutputs } from './outputs.ts'

/** The facts about one version from an inspection. */
export interface ComparedVersion {
  comfy_nodes: readonly ComfyNode[]
  undecided: readonly Pick<Undecided, 'subject' | 'comfy_node_name'>[]
}

export interface VersionComparison {
  verdict: Verdict
  /** Most serious first, then by comfy-node. The first ones, with the overall verdict, are its reasons. */
  changes: Change[]
  added: string[]
  removed: string[]
  renamed: { from: string; to: string }[]
}

/** Compares two versions for their effect on workflows made with the older one. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): VersionComparison {
  const [old, now] = [byName(before), byName(after)]
  const gone = [...old.values()].filter((node) => !now.has(node.comfy_node_name))
  const fresh = [...now.values()].filter((node) => !old.has(node.comfy_node_name))
  const renamed = findRenamed(gone, fresh)
  const removed = gone.filter((node) => !renamed.has(node))
  const newNames = new Set([...renamed.values()].map((node) => node.comfy_node_name))
  const added = fresh.filter((node) => !newNames.has(node.comfy_node_name))
  const removal: ChangeKind = isListOpen(after) ? 'node_not_found' : 'node_removed'
  const changes = [
    ...removed.map((node) => change(removal, node.comfy_node_name)),
    ...[...renamed].flatMap(([a, b]) => [
      change('node_renamed', a.comfy_node_name, { before: a.comfy_node_name, after: b.comfy_node_name }),
      ...compareNodes(a, b),
    ]),
    ...added.map((node) => change('node_added', node.comfy_node_name)),
    ...[...old.values()].flatMap((node) => {
      const other = now.get(node.comfy_node_name)
      return other ? compareNodes(node, other) : []
    }),
  ]
  return {
    verdict: worstOf(changes),
    changes: changes.toSorted(byWeight),
    added: added.map((node) => node.comfy_node_name).sort(),
    removed: removed.map((node) => node.comfy_node_name).sort(),
    renamed: [...renamed].map(([a, b]) => ({ from: a.comfy_node_name, to: b.comfy_node_name })),
  }
}

function byName({ comfy_nodes: nodes }: ComparedVersion): Map<string, ComfyNode> {
  return new Map(nodes.map((node) => [node.comfy_node_name, node]))
}

function byWeight(a: Change, b: Change): number {
  const weight = verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict)
  if (weight !== 0) return weight
  return a.comfy_node_name < b.comfy_node_name ? -1 : a.comfy_node_name > b.comfy_node_name ? 1 : 0
}

function isListOpen({ undecided }: ComparedVersion): boolean {
  return undecided.some((open) => open.subject === 'nodes')
}

/** Matches a removed comfy-node with an added one when neither resembles any other. */
function findRenamed(gone: readonly ComfyNode[], fresh: readonly ComfyNode[]): Map<ComfyNode, ComfyNode> {
  const renamed = new Map<ComfyNode, ComfyNode>()
  const taken = new Set<ComfyNode>()
  for (const likeness of [classOf, shapeOf]) {
    const [old, now] = [gone, fresh].map((nodes) =>
      grouped(nodes, likeness, (node) => renamed.has(node) || taken.has(node)),
    )
    for (const [key, [node, ...others]] of old ?? []) {
      const [other, ...further] = now?.get(key) ?? []
      if (!node || !other || others.length > 0 || further.length > 0) continue
      renamed.set(node, other)
      taken.add(other)
    }
  }
  return renamed
}

function grouped(
  nodes: readonly ComfyNode[],
  keyOf: (node: ComfyNode) => string | undefined,
  isTaken: (node: ComfyNode) => boolean,
): Map<string, ComfyNode[]> {
  const groups = new Map<string, ComfyNode[]>()
  for (const node of nodes) {
    const key = isTaken(node) ? undefined : keyOf(node)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(node)
    else groups.set(key, [node])
  }
  return groups
}

function classOf({ class_name: name }: ComfyNode): string | undefined {
  return name
}

/** Returns everything but the names. Comfy-nodes with hardly any inputs resemble each other by chance. */
function shapeOf({
  inputs,
  outputs,
  input_types: inputTypes,
  return_types: returnTypes,
}: ComfyNode): string | undefined {
  if (inputTypes === undefined || returnTypes === undefined || inputs.length < 3) return undefined
  return JSON.stringify([
    inputs.map(({ name, group, type }) => [name, group, type]),
    outputs.map(({ name, type }) => [name, type]),
  ])
}

function compareNodes(before: ComfyNode, after: ComfyNode): Change[] {
  return [
    ...compareFlags(before, after),
    ...compareTexts(before, after),
    ...compareInputs(before, after),
    ...compareOutputs(before, after),
  ]
}

function compareFlags(before: ComfyNode, after: ComfyNode): Change[] {
  const flags: [keyof ComfyNode, ChangeKind, ChangeKind][] = [
    ['deprecated', 'node_deprecated', 'node_not_deprecated'],
    ['experimental', 'node_experimental', 'node_not_experimental'],
    ['conditional', 'node_conditional', 'node_not_conditional'],
    ['output_node', 'output_node_gained', 'output_node_lost'],
  ]
  return flags.flatMap(([flag, set, cleared]) =>
    before[flag] === after[flag] ? [] : [change(after[flag] ? set : cleared, before.comfy_node_name)],
  )
}

function compareTexts(before: ComfyNode, after: ComfyNode): Change[] {
  const texts = [
    ['category', 'category_changed'],
    ['display_name', 'display_name_changed'],
    ['description', 'description_changed'],
  ] as const
  return texts.flatMap(([field, kind]) => {
    const [old, now] = [before[field], after[field]]
    if (old === now || (field !== 'display_name' && (old === undefined || now === undefined))) return []
    return [change(kind, before.comfy_node_name, defined({ before: old, after: now }))]
  })
}
