import { defined } from '../../ground/defined.ts'
import type { ComfyNode, ComfyNodeInput, Json } from '../comfy-node.ts'
import { accepts, isWidget, widgetsOf } from './inputs.ts'
import type { WorkflowUse } from './workflow-uses.ts'

/** A reason why a comfy-node of a workflow would not run. */
export interface Misfit {
  /** Id of the node inside the workflow. */
  id: string
  comfy_node_name: string
  kind: 'input_missing' | 'input_unknown' | 'choice_unknown' | 'value_out_of_range' | 'link_of_other_type'
  input: string
  value?: Json
}

/** Checks uses of comfy-nodes against their definitions. Uses of others are not checked. */
export function findMisfits(
  uses: readonly WorkflowUse[],
  definitions: ReadonlyMap<string, ComfyNode>,
): Misfit[] {
  return uses.flatMap((use) => {
    const node = definitions.get(use.comfy_node_name)
    // Inputs of an unreadable definition are unknown.
    if (!node || node.input_types === undefined) return []
    const inputs = node.inputs.filter(({ group }) => group !== 'hidden')
    return [...inputs.flatMap((input) => misfitsOf(use, input, inputs)), ...unknownLinks(use, inputs)]
  })
}

function misfitsOf(use: WorkflowUse, input: ComfyNodeInput, inputs: readonly ComfyNodeInput[]): Misfit[] {
  const misfit = (kind: Misfit['kind'], value?: Json): Misfit => ({
    id: use.id,
    comfy_node_name: use.comfy_node_name,
    kind,
    input: input.name,
    ...defined({ value }),
  })
  if (use.linked.includes(input.name)) {
    const type = use.linkTypes?.[input.name]
    const isOther =
      type && input.type && type !== '*' && !accepts(input.type, type) && !accepts(type, input.type)
    return isOther ? [misfit('link_of_other_type', type)] : []
  }
  const value = storedValue(use, input, inputs)
  if (value === undefined || value === null)
    return input.group === 'required' && !isWidget(input) ? [misfit('input_missing')] : []
  if (!isWidget(input)) return []
  const { choices, options } = input
  const isOpen = choices?.some(
    (choice) => typeof choice === 'object' && choice !== null && '$undecided' in choice,
  )
  if (choices && !isOpen && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)))
    return [misfit('choice_unknown', value)]
  const { min, max } = options
  const isOutside =
    typeof value === 'number' &&
    ((typeof min === 'number' && value < min) || (typeof max === 'number' && value > max))
  return isOutside ? [misfit('value_out_of_range', value)] : []
}

function storedValue(
  use: WorkflowUse,
  { name }: ComfyNodeInput,
  inputs: readonly ComfyNodeInput[],
): Json | undefined {
  if (name in use.values) return use.values[name]
  const place = widgetsOf(inputs).indexOf(name)
  return place < 0 ? undefined : use.widgetValues?.[place]
}

function unknownLinks(use: WorkflowUse, inputs: readonly ComfyNodeInput[]): Misfit[] {
  const known = new Set(inputs.map(({ name }) => name))
  return (
    use.linked
      // Inputs of growing lists have dots in their names, and a number.
      .filter((name) => !known.has(name) && !/[.\d]/.test(name))
      .map((input) => ({ id: use.id, comfy_node_name: use.comfy_node_name, kind: 'input_unknown', input }))
  )
}
