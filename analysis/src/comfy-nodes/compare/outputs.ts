import type { ComfyNode, ComfyNodeOutput } from '../comfy-node.ts'
import { type Change, change } from './change.ts'
import { accepts } from './inputs.ts'

/** Compares the outputs of one comfy-node. Workflows link to them by position. */
export function compareOutputs(before: ComfyNode, after: ComfyNode): Change[] {
  if (before.return_types === undefined || after.return_types === undefined) return []
  const name = before.comfy_node_name
  const [old, now] = [before.outputs, after.outputs]
  if (isReordered(old, now))
    return [change('outputs_reordered', name, { before: namesOf(old), after: namesOf(now) })]
  return [
    ...old.flatMap((output, i) => {
      const other = now[i]
      return other
        ? compareOutput(name, output, other)
        : [change('output_removed', name, { part: output.name, before: output.type })]
    }),
    ...now
      .slice(old.length)
      .map((output) => change('output_added', name, { part: output.name, after: output.type })),
  ]
}

function namesOf(outputs: readonly ComfyNodeOutput[]): string[] {
  return outputs.map((output) => output.name)
}

/** Whether all old outputs still exist, by name and type, and at least one has moved. */
function isReordered(old: readonly ComfyNodeOutput[], now: readonly ComfyNodeOutput[]): boolean {
  const key = ({ name, type }: ComfyNodeOutput) => `${type} ${name}`
  const [before, after] = [old.map(key), now.map(key)]
  const current = new Set(after)
  return (
    new Set(before).size === before.length &&
    before.every((each) => current.has(each)) &&
    before.some((each, i) => after[i] !== each)
  )
}

function compareOutput(name: string, before: ComfyNodeOutput, after: ComfyNodeOutput): Change[] {
  const part = before.name
  if (before.type !== null && after.type !== null && before.type !== after.type) {
    // Inputs that took the older type always take a narrower one.
    const isNarrower = before.type !== '*' && accepts(before.type, after.type)
    return isNarrower
      ? []
      : [change('output_retyped', name, { part, before: before.type, after: after.type })]
  }
  const changes: Change[] = []
  if (before.is_list !== after.is_list)
    changes.push(change('output_list_changed', name, { part, before: before.is_list, after: after.is_list }))
  if (before.name !== after.name)
    changes.push(change('output_renamed', name, { part, before: before.name, after: after.name }))
  return changes
}
