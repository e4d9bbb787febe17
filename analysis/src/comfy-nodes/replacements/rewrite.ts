import { isList, isObject, type JsonObject, listOf, objectOf } from '../../ground/json.ts'
import { findGraphs, isApiNode } from '../../workflow/find-graphs.ts'
import type { Json } from '../comfy-node.ts'
import type { Replacement } from './replacement.ts'

/** One comfy-node of a workflow that was replaced. */
export interface Rewriting {
  /** Id of the node in the workflow, with the id of its subgraph. */
  id: string
  from: string
  to: string
  /** Inputs whose connections or values have no place any more. */
  dropped: string[]
  /** Values that were set because the old comfy-node did not have them. */
  set: { input: string; value: Json }[]
  /** Whether stored values could not be placed, because the order of the new widgets is unknown. */
  losesValues: boolean
}

export interface Rewritten {
  workflow: unknown
  changes: Rewriting[]
}

/** Lists the widgets of a comfy-node in order, if its definition is known. */
type WidgetsOf = (name: string) => readonly string[] | undefined

/**
 * Replaces comfy-nodes in a workflow of either form. Connections follow the mapping; those without a place are removed.
 * Leaves the given value unchanged.
 */
export function rewriteWorkflow(
  value: unknown,
  replacements: readonly Replacement[],
  widgetsOf: WidgetsOf = () => undefined,
): Rewritten {
  const workflow: unknown = structuredClone(value)
  const byName = new Map(replacements.map((one) => [one.old_node_id, one]))
  const changes = findGraphs(workflow).flatMap(({ form, value: graph }) =>
    form === 'api' ? rewritePrompt(graph, byName) : rewriteSaved(graph, byName, widgetsOf),
  )
  return { workflow, changes }
}

type ByName = ReadonlyMap<string, Replacement>

function rewritePrompt(prompt: JsonObject, byName: ByName): Rewriting[] {
  const changes: Rewriting[] = []
  const outputs = new Map<string, Replacement>()
  for (const [id, node] of Object.entries(prompt)) {
    const replacement = isApiNode(node) ? byName.get(node.class_type) : undefined
    if (!isApiNode(node) || !replacement) continue
    const before = objectOf(node['inputs'])
    const { inputs, dropped, set } = mapInputs(replacement, before)
    node.class_type = replacement.new_node_id
    node['inputs'] = inputs
    if (replacement.output_mapping) outputs.set(id, replacement)
    changes.push({ id, ...namesOf(replacement), dropped, set, losesValues: false })
  }
  for (const node of Object.values(prompt)) {
    if (!isApiNode(node)) continue
    const inputs = objectOf(node['inputs'])
    for (const [name, link] of Object.entries(inputs)) {
      const [from, place] = listOf(link)
      const mapping = isList(link) ? outputs.get(String(from))?.output_mapping : undefined
      const moved = mapping?.find(({ old_idx }) => old_idx === place)
      if (!mapping) continue
      if (moved) inputs[name] = [from, moved.new_idx]
      else delete inputs[name]
    }
  }
  return changes
}

/** Maps values and links by input name. Without a mapping, all names stay. */
function mapInputs({ input_mapping: mapping }: Replacement, before: JsonObject) {
  if (!mapping) return { inputs: before, dropped: [], set: [] }
  const inputs: JsonObject = {}
  const set: Rewriting['set'] = []
  const used = new Set<string>()
  for (const entry of mapping) {
    if ('set_value' in entry) {
      inputs[entry.new_id] = entry.set_value
      set.push({ input: entry.new_id, value: entry.set_value })
    } else if (entry.old_id in before) {
      inputs[entry.new_id] = before[entry.old_id]
      used.add(entry.old_id)
    }
  }
  return { inputs, dropped: Object.keys(before).filter((name) => !used.has(name)), set }
}

const namesOf = ({ old_node_id, new_node_id }: Replacement) => ({ from: old_node_id, to: new_node_id })

function rewriteSaved(workflow: JsonObject, byName: ByName, widgetsOf: WidgetsOf): Rewriting[] {
  const subgraphs = [objectOf(workflow['definitions'])['subgraphs'], workflow['subgraphs']]
    .flatMap(listOf)
    .filter(isObject)
  const groups = Object.values(objectOf(objectOf(workflow['extra'])['groupNodes'])).filter(isObject)
  return [workflow, ...subgraphs, ...groups].flatMap((graph, at) =>
    rewriteGraph(graph, byName, { widgetsOf, prefix: at === 0 ? '' : `${String(graph['id'] ?? 'group')}:` }),
  )
}

function rewriteGraph(
  graph: JsonObject,
  byName: ByName,
  { widgetsOf, prefix }: { widgetsOf: WidgetsOf; prefix: string },
): Rewriting[] {
  const links = new Links(graph)
  return listOf(graph['nodes'])
    .filter(isObject)
    .flatMap((node) => {
      const replacement = typeof node['type'] === 'string' ? byName.get(node['type']) : undefined
      if (!replacement) return []
      const values = moveValues(node, replacement, widgetsOf)
      const dropped = moveInputs(node, replacement, links)
      moveOutputs(node, replacement, links)
      rename(node, replacement)
      const id = `${prefix}${String(node['id'])}`
      return [{ id, ...namesOf(replacement), ...values, dropped: [...dropped, ...values.dropped] }]
    })
}

/** The record of the old pack no longer applies to a comfy-node of another name. */
function rename(node: JsonObject, { old_node_id, new_node_id }: Replacement): void {
  node['type'] = new_node_id
  const properties = objectOf(node['properties'])
  if (properties['Node name for S&R'] === old_node_id) properties['Node name for S&R'] = new_node_id
  for (const record of ['cnr_id', 'aux_id', 'ver']) delete properties[record]
}

/** Sorts stored values into the order of the new comfy-node. */
function moveValues(node: JsonObject, replacement: Replacement, widgetsOf: WidgetsOf) {
  const { input_mapping: mapping, old_widget_ids, new_widget_ids } = replacement
  const stored = node['widgets_values']
  const none = { dropped: [], set: [], losesValues: false }
  if (!mapping || stored === undefined) return none
  if (isObject(stored)) {
    const { inputs, dropped, set } = mapInputs(replacement, stored)
    node['widgets_values'] = inputs
    return { dropped, set, losesValues: false }
  }
  const before = old_widget_ids ?? widgetsOf(replacement.old_node_id)
  const after = new_widget_ids ?? widgetsOf(replacement.new_node_id)
  if (!before || !after) return { ...none, losesValues: isList(stored) && stored.length > 0 }
  const named = Object.fromEntries(before.map((name, place) => [name, listOf(stored)[place]]))
  const { inputs, dropped, set } = mapInputs(replacement, named)
  node['widgets_values'] = after.map((name) => inputs[name] ?? null)
  return { dropped, set, losesValues: false }
}

function moveInputs(node: JsonObject, { input_mapping: mapping }: Replacement, links: Links): string[] {
  const before = listOf(node['inputs']).filter(isObject)
  if (!mapping) return []
  const newNames = new Map(
    mapping.flatMap((entry) => ('old_id' in entry ? [[entry.old_id, entry.new_id]] : [])),
  )
  const kept = before.flatMap((input) => {
    const name = newNames.get(String(input['name']))
    if (name === undefined) return []
    const widget = isObject(input['widget']) ? { widget: { ...input['widget'], name } } : {}
    return [{ ...input, name, ...widget }]
  })
  const dropped = before.filter((input) => !newNames.has(String(input['name'])))
  const cut = dropped.filter(({ link }) => typeof link === 'number').map(({ name }) => String(name))
  for (const { link } of dropped) links.remove(link)
  for (const [place, input] of kept.entries()) links.moveTarget(objectOf(input)['link'], place)
  node['inputs'] = kept
  return cut
}

function moveOutputs(node: JsonObject, { output_mapping: mapping }: Replacement, links: Links): void {
  if (!mapping) return
  const before = listOf(node['outputs'])
  const after: unknown[] = []
  const used = new Set(mapping.map(({ old_idx }) => old_idx))
  for (const { new_idx, old_idx } of mapping) {
    const output = objectOf(before[old_idx])
    for (const link of listOf(output['links'])) links.moveOrigin(link, new_idx)
    after[new_idx] = output
  }
  before.forEach((output, place) => {
    if (!used.has(place)) for (const link of listOf(objectOf(output)['links'])) links.remove(link)
  })
  node['outputs'] = Array.from(after, (output) => output ?? { name: '', type: '*', links: null })
}

/** The connections of one graph: lists in the workflow itself, objects in subgraphs. */
class Links {
  readonly #graph: JsonObject
  readonly #byId: Map<unknown, unknown>
  constructor(graph: JsonObject) {
    this.#graph = graph
    this.#byId = new Map(
      listOf(graph['links']).map((link) => [isList(link) ? link[0] : objectOf(link)['id'], link]),
    )
  }

  moveTarget(id: unknown, place: number): void {
    const link = this.#byId.get(id)
    if (isList(link)) link[4] = place
    else if (isObject(link)) link['target_slot'] = place
  }

  moveOrigin(id: unknown, place: number): void {
    const link = this.#byId.get(id)
    if (isList(link)) link[2] = place
    else if (isObject(link)) link['origin_slot'] = place
  }

  /** Removes a connection at both ends. */
  remove(id: unknown): void {
    const link = this.#byId.get(id)
    if (link === undefined || typeof id !== 'number') return
    this.#byId.delete(id)
    this.#graph['links'] = listOf(this.#graph['links']).filter((other) => other !== link)
    for (const node of listOf(this.#graph['nodes']).filter(isObject)) {
      for (const input of listOf(node['inputs']).filter(isObject))
        if (input['link'] === id) input['link'] = null
      for (const output of listOf(node['outputs']).filter(isObject))
        if (isList(output['links'])) output['links'] = output['links'].filter((other) => other !== id)
    }
  }
}
