import { defined } from '../ground/defined.ts'
import type { Evaluator } from '../python/evaluator.ts'
import { native } from '../python/operators.ts'
import { type ClassValue, isList, truth, type Value } from '../python/values.ts'
import { folderInCode } from './code-folders.ts'
import type { ComfyNode, ComfyNodeInput, ComfyNodeOutput } from './comfy-node.ts'
import {
  type Doubts,
  findAttribute,
  flagIn,
  itemsIn,
  placeOf,
  reasonOf,
  resultOf,
  textIn,
} from './describe.ts'
import { listedIn, listsModels, type Printable, toPlainJson, toPrintable, toPythonJson } from './json-text.ts'

/** Fills in the fields of a class with `INPUT_TYPES` and `RETURN_TYPES`, with the tool's own defaults. */
export function describeClassic(
  evaluator: Evaluator,
  cls: ClassValue,
  node: ComfyNode,
  doubts: Doubts,
): void {
  const find = (name: string) => findAttribute(evaluator, cls, name)
  const text = (name: string, subject: string) => textIn(find(name), subject, doubts)
  describeInputs(evaluator, cls, find('INPUT_TYPES'), node, doubts)
  describeOutputs(find, node, doubts)
  const fields = {
    category: find('CATEGORY') ? text('CATEGORY', 'category') : 'sd',
    description: find('DESCRIPTION') ? text('DESCRIPTION', 'description') : '',
    function: text('FUNCTION', 'function'),
  }
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(node, { [name]: value })
  node.deprecated = flagIn(find('DEPRECATED'), 'deprecated', doubts)
  node.experimental = flagIn(find('EXPERIMENTAL'), 'experimental', doubts)
  node.output_node = flagIn(find('OUTPUT_NODE'), 'output_node', doubts)
}

const groups = ['required', 'optional', 'hidden'] as const

function describeInputs(
  evaluator: Evaluator,
  cls: ClassValue,
  attribute: Value | undefined,
  node: ComfyNode,
  doubts: Doubts,
): void {
  if (!attribute) {
    doubts.note('input_types', 'has no INPUT_TYPES in its text', undefined)
    return
  }
  const value = native(resultOf(evaluator, attribute))
  if (value.kind !== 'dict') {
    doubts.note('input_types', reasonOf(value), placeOf(value))
    return
  }
  if (value.open) doubts.note('input_types', value.open.reason, value.open.at)
  // A mapping of the pack's own class accepts further inputs, which its scripts add.
  if ([...value.entries.values()].some((entry) => entry.value.kind === 'instance'))
    Object.assign(node, defined({ model_folders: folderInCode(evaluator, cls) }))
  const printed = new Map<string, Printable>()
  for (const entry of value.entries.values()) {
    const name = entry.key.kind === 'str' ? entry.key.value : undefined
    if (name === undefined || entry.isConditional)
      doubts.note('input_types', 'has a part only under a condition', entry.at)
    else printed.set(name, printGroup(name, entry.value, doubts))
  }
  node.input_types = toPythonJson(printed)
  node.inputs = groups.flatMap((group) => inputsOf(group, printed.get(group)))
}

/** Prints each input separately, so that an unknown one does not affect the others. */
function printGroup(group: string, value: Value, doubts: Doubts): Printable {
  const plain = native(value)
  const subject = `input_types.${group}`
  if (plain.kind !== 'dict') return toPrintable(plain, (reason, at) => doubts.note(subject, reason, at))
  if (plain.open) doubts.note(subject, plain.open.reason, plain.open.at)
  const printed = new Map<string, Printable>()
  for (const { key, value: each, isConditional, at } of plain.entries.values()) {
    const name = native(key)
    if (name.kind !== 'str' || isConditional) doubts.note(subject, 'has an input only under a condition', at)
    else
      printed.set(
        name.value,
        toPrintable(each, (reason, place) => doubts.note(`${subject}.${name.value}`, reason, place)),
      )
  }
  return printed
}

function inputsOf(group: ComfyNodeInput['group'], printed: Printable | undefined): ComfyNodeInput[] {
  if (!(printed instanceof Map)) return []
  return [...printed].map(([name, specification]) => {
    const [type, options] = Array.isArray(specification) ? specification : [specification]
    const plainOptions = options instanceof Map ? (toPlainJson(options) as ComfyNodeInput['options']) : {}
    const choices = choicesOf(type, plainOptions)
    return { name, group, type: inputTypeOf(type), ...defined({ choices }), options: plainOptions }
  })
}

/** A list of model files that code makes outside the text is a list of choices, too. */
function inputTypeOf(type: Printable | undefined): string | null {
  return listsModels(type) ? 'COMBO' : typeOf(type)
}

function typeOf(type: Printable | undefined): string | null {
  if (Array.isArray(type)) return 'COMBO'
  return typeof type === 'string' ? type : null
}

function choicesOf(
  type: Printable | undefined,
  options: ComfyNodeInput['options'],
): ComfyNodeInput['choices'] {
  if (Array.isArray(type)) return type.map(toPlainJson)
  if (listsModels(type)) return [toPlainJson(type)]
  return type === 'COMBO' ? listedIn(options) : undefined
}

function describeOutputs(find: (name: string) => Value | undefined, node: ComfyNode, doubts: Doubts): void {
  const types = find('RETURN_TYPES')
  if (!types) {
    doubts.note('return_types', 'has no RETURN_TYPES in its text', undefined)
    return
  }
  const items = itemsIn(types, 'return_types', doubts)
  if (!items) return
  const printed = items.map((item) =>
    toPrintable(item, (reason, at) => doubts.note('return_types', reason, at)),
  )
  node.return_types = toPythonJson(printed)
  const names = describeNames(find('RETURN_NAMES'), printed, node, doubts)
  const lists = describeLists(find('OUTPUT_IS_LIST'), items.length, node, doubts)
  const tooltips = tooltipsIn(find('OUTPUT_TOOLTIPS'))
  node.outputs = printed.map((type, i): ComfyNodeOutput => {
    const shown = typeOf(type)
    const name = names?.[i]
    const tooltip = tooltips[i]
    return {
      name: typeof name === 'string' ? name : (shown ?? ''),
      type: shown,
      is_list: lists[i] ?? false,
      ...defined({ tooltip: tooltip || undefined }),
    }
  })
}

function tooltipsIn(value: Value | undefined): (string | undefined)[] {
  const plain = value ? native(value) : undefined
  const items = isList(plain) ? plain.items.map((item) => native(item)) : []
  return items.map((item) => (item.kind === 'str' ? item.value : undefined))
}

function describeNames(
  value: Value | undefined,
  types: Printable[],
  node: ComfyNode,
  doubts: Doubts,
): Printable[] | undefined {
  if (!value || value.kind === 'none') {
    node.return_names = toPythonJson(types)
    return undefined
  }
  const plain = native(value)
  // `RETURN_NAMES = ("image")` is a string by mistake; the tool passes it on unchanged.
  const names = isList(plain) ? itemsIn(plain, 'return_names', doubts) : undefined
  const note = (reason: string, at?: Parameters<Doubts['note']>[2]) => doubts.note('return_names', reason, at)
  const printed = names ? names.map((name) => toPrintable(name, note)) : toPrintable(plain, note)
  node.return_names = toPythonJson(printed)
  return Array.isArray(printed) ? printed : undefined
}

function describeLists(value: Value | undefined, count: number, node: ComfyNode, doubts: Doubts): boolean[] {
  const all = new Array<boolean>(count).fill(false)
  const items = value ? itemsIn(value, 'output_is_list', doubts) : undefined
  const lists = items ? items.map((item) => truth(native(item)) === true) : all
  if (!value || items) node.output_is_list = lists
  return lists
}
