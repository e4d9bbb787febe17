import type { ComfyNode, Json } from '../comfy-node.ts'
import { type Change, verdicts } from './change.ts'
import { isWidget, widgetsOf } from './inputs.ts'
import type { VersionComparison } from './versions.ts'
import type { WorkflowUse } from './workflow-uses.ts'

/** A change that affects this workflow, at one of its nodes. */
export interface Breakage {
  /** Id of the node inside the workflow. */
  id: string
  change: Change
}

interface WorkflowOutcome {
  breaks: boolean
  /** Changes that stop the workflow or alter its results. */
  breakages: Breakage[]
  /** Changes to comfy-nodes that it uses, without breaking it. */
  others: Breakage[]
}

/**
 * Checks whether an update breaks a workflow. Only changes that affect it count: a removed input when it is
 * linked or set, a removed choice when it is selected.
 */
export function checkWorkflow(
  uses: readonly WorkflowUse[],
  comparison: VersionComparison,
  before: readonly ComfyNode[],
): WorkflowOutcome {
  const nodes = new Map(before.map((node) => [node.comfy_node_name, node]))
  const changes = Map.groupBy(comparison.changes, (change) => change.comfy_node_name)
  const breakages: Breakage[] = []
  const others: Breakage[] = []
  for (const use of uses) {
    const node = nodes.get(use.comfy_node_name)
    // The comfy-node belongs to another pack, which this update does not affect.
    if (!node) continue
    for (const change of changes.get(use.comfy_node_name) ?? []) {
      const isFelt = change.verdict === 'major' && feels(use, node, change)
      ;(isFelt ? breakages : others).push({ id: use.id, change })
    }
  }
  const byWeight = (a: Breakage, b: Breakage) =>
    verdicts.indexOf(a.change.verdict) - verdicts.indexOf(b.change.verdict)
  return { breaks: breakages.length > 0, breakages, others: others.toSorted(byWeight) }
}

function feels(use: WorkflowUse, node: ComfyNode, change: Change): boolean {
  const { part = '' } = change
  switch (change.kind) {
    case 'input_removed':
    case 'input_renamed':
      return use.linked.includes(part) || storedValue(use, node, part) !== undefined
    case 'input_retyped':
      return use.linked.includes(part) || storedValue(use, node, part) !== undefined
    case 'input_made_required':
      return !use.linked.includes(part) && storedValue(use, node, part) === undefined
    case 'choices_removed':
      return !use.linked.includes(part) && isOneOf(storedValue(use, node, part), change.before)
    case 'range_narrowed':
      return !use.linked.includes(part) && isOutside(storedValue(use, node, part), change.after)
    case 'widgets_moved':
      return isMovedFor(use, change)
    case 'output_removed':
    case 'output_retyped':
    case 'output_list_changed':
      return use.usedOutputs.includes(node.outputs.findIndex((output) => output.name === part))
    case 'outputs_reordered':
      return use.usedOutputs.some((place) => namesIn(change.before)[place] !== namesIn(change.after)[place])
    default:
      return true
  }
}

/**
 * Returns the value that the workflow stores for an input, by name or by its position in the older version.
 */
function storedValue({ values, widgetValues }: WorkflowUse, node: ComfyNode, part: string): Json | undefined {
  if (part in values) return values[part]
  const input = node.inputs.find((each) => each.name === part)
  if (!input || !isWidget(input)) return undefined
  const place = widgetsOf(node.inputs.filter((each) => each.group !== 'hidden')).indexOf(part)
  return widgetValues?.[place]
}

function isOneOf(value: Json | undefined, list: Json | undefined): boolean {
  return (
    value !== undefined &&
    Array.isArray(list) &&
    list.some((each) => JSON.stringify(each) === JSON.stringify(value))
  )
}

function isOutside(value: Json | undefined, range: Json | undefined): boolean {
  if (typeof value !== 'number' || typeof range !== 'object' || range === null || Array.isArray(range))
    return false
  const { min, max } = range
  return (typeof min === 'number' && value < min) || (typeof max === 'number' && value > max)
}

/** Only files that store values by position break, and only from the first moved widget on. */
function isMovedFor({ widgetValues }: WorkflowUse, { before, after }: Change): boolean {
  const [old, now] = [namesIn(before), namesIn(after)]
  const first = old.findIndex((name, i) => now[i] !== name)
  return widgetValues !== undefined && first >= 0 && first < widgetValues.length
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
