import { defined } from '../ground/defined.ts'
import { enumValue, enumValues, isSchema } from '../python/attributes.ts'
import type { Evaluator } from '../python/evaluator.ts'
import { native } from '../python/operators.ts'
import { toolLists } from '../python/tool-facts.ts'
import { type ClassValue, isList, list, type OutcomeValue, truth, type Value } from '../python/values.ts'
import type { ComfyNode, ComfyNodeInput, ComfyNodeOutput } from './comfy-node.ts'
import { type Doubts, findAttribute, flagIn, placeOf, reasonOf, resultOf, textIn } from './describe.ts'
import { listedIn, type Printable, toPlainJson, toPrintable, toPythonJson } from './json-text.ts'
import { typeOfClass } from './tool.ts'

/** Whether the class uses the newer interface, which declares everything in `define_schema`. */
export function hasSchema(evaluator: Evaluator, cls: ClassValue): boolean {
  const method = findAttribute(evaluator, cls, 'define_schema')
  return method?.kind === 'method' || method?.kind === 'function'
}

/**
 * Returns the call that makes the schema, with its arguments, or undefined with a note when it cannot be
 * followed.
 */
export function schemaOf(evaluator: Evaluator, cls: ClassValue, doubts?: Doubts): OutcomeValue | undefined {
  const method = findAttribute(evaluator, cls, 'define_schema')
  const value = method ? resultOf(evaluator, method) : undefined
  if (value?.kind === 'outcome' && isSchema(value)) return value
  doubts?.note(
    'input_types',
    value ? reasonOf(value) : 'has no define_schema in its text',
    value ? placeOf(value) : undefined,
  )
  return undefined
}

/** Returns a text of the schema, given by keyword or position. */
export function schemaText(schema: OutcomeValue, name: string, position: number): string | undefined {
  const value = native(argumentOf(schema, name, position) ?? { kind: 'none' })
  return value.kind === 'str' ? value.value : undefined
}

/** Fills in the fields of the schema, in the form that the tool prints for older clients. */
export function describeSchema(schema: OutcomeValue, node: ComfyNode, doubts: Doubts): void {
  const find = (name: string, position = 99) => argumentOf(schema, name, position)
  const displayName = textIn(find('display_name', 1), 'display_name', doubts)
  if (displayName !== undefined) node.display_name = displayName
  const category = find('category', 2)
  const shownCategory = category ? textIn(category, 'category', doubts) : 'sd'
  if (shownCategory !== undefined) node.category = shownCategory
  node.description = (find('description') ? textIn(find('description'), 'description', doubts) : '') ?? ''
  node.function = 'execute'
  node.deprecated = flagIn(find('is_deprecated'), 'deprecated', doubts)
  node.experimental = flagIn(find('is_experimental'), 'experimental', doubts)
  node.output_node = flagIn(find('is_output_node'), 'output_node', doubts)
  describeInputs(find('inputs', 3), find('hidden'), node, doubts)
  describeOutputs(find('outputs', 4), node, doubts)
}

function argumentOf({ args, keywords }: OutcomeValue, name: string, position: number): Value | undefined {
  return keywords.get(name) ?? args[position]
}

interface Port {
  type: Printable
  call: OutcomeValue
}

/** Reads `io.Image.Input(…)`, and `io.Custom("X").Input(…)`, whose type is the string. */
function portOf(value: Value, what: 'Input' | 'Output', doubts: Doubts, subject: string): Port | undefined {
  if (value.kind !== 'outcome') {
    doubts.note(subject, reasonOf(value), placeOf(value))
    return undefined
  }
  const custom = value.receiver
  if (custom && /(^|\.)Custom$/.test(custom.callee)) {
    const type = argumentOf(custom, 'io_type', 0)
    return {
      type: type ? toPrintable(type, (reason, at) => doubts.note(subject, reason, at)) : null,
      call: value,
    }
  }
  const [name, method] = value.callee.split('.').slice(-2)
  const isPort = method === what && name !== undefined && /^\w+$/.test(name)
  if (isPort) return { type: name === 'MultiType' ? multiType(value) : typeOfClass(name), call: value }
  doubts.note(subject, reasonOf(value), value.at)
  return undefined
}

/** Joins several accepted types with commas, as the tool prints them. */
function multiType(call: OutcomeValue): Printable {
  const types = argumentOf(call, 'types', 1)
  const items = types && isList(types) ? types.items : []
  const names = items.map((item) =>
    item.kind === 'external' ? typeOfClass(item.path.split('.').at(-1) ?? '') : native(item),
  )
  const texts = names.map((name) =>
    typeof name === 'string' ? name : name.kind === 'str' ? name.value : undefined,
  )
  return texts.length > 0 && !texts.includes(undefined) ? texts.join(',') : null
}

/** Keywords of an input that have another name in the printed options, or are not options. */
const printedNames: Readonly<Record<string, string | undefined>> = {
  display_mode: 'display',
  force_input: 'forceInput',
  dynamic_prompts: 'dynamicPrompts',
  raw_link: 'rawLink',
  socketless: 'socketless',
  control_after_generate: 'control_after_generate',
  optional: undefined,
  id: undefined,
  extra_dict: undefined,
}

function describeInputs(
  value: Value | undefined,
  hidden: Value | undefined,
  node: ComfyNode,
  doubts: Doubts,
): void {
  const plain = value ? native(value) : undefined
  if (plain && !isList(plain)) {
    doubts.note('input_types', reasonOf(plain), placeOf(plain))
    return
  }
  if (plain?.open) doubts.note('input_types', plain.open.reason, plain.open.at)
  const groups = { required: new Map<string, Printable>(), optional: new Map<string, Printable>() }
  for (const item of plain?.items ?? []) {
    if (plain?.maybe.has(item))
      doubts.note('input_types', 'has an input only under a condition', placeOf(item))
    else addInput(item, groups, node, doubts)
  }
  const printed = new Map<string, Printable>([['required', groups.required]])
  if (groups.optional.size > 0) printed.set('optional', groups.optional)
  const hiddenNames = hiddenOf(hidden)
  if (hiddenNames.size > 0) printed.set('hidden', hiddenNames)
  for (const [name, type] of hiddenNames) node.inputs.push({ name, group: 'hidden', type: type, options: {} })
  node.input_types = toPythonJson(printed)
}

type Groups = Record<'required' | 'optional', Map<string, Printable>>

function addInput(item: Value, groups: Groups, node: ComfyNode, doubts: Doubts): void {
  const port = portOf(item, 'Input', doubts, 'input_types')
  if (!port) return
  const id = native(argumentOf(port.call, 'id', 0) ?? { kind: 'none' })
  if (id.kind !== 'str') {
    doubts.note('input_types', 'has an input whose name is not known', port.call.at)
    return
  }
  const isOptional = truth(argumentOf(port.call, 'optional', 99) ?? { kind: 'bool', value: false })
  const group = isOptional ? 'optional' : 'required'
  const options = optionsOf(port, `input_types.${group}.${id.value}`, doubts)
  groups[group].set(id.value, [port.type, options])
  node.inputs.push(inputOf(id.value, group, port.type, options))
}

function inputOf(
  name: string,
  group: ComfyNodeInput['group'],
  type: Printable,
  options: Map<string, Printable>,
): ComfyNodeInput {
  const plain = toPlainJson(options) as ComfyNodeInput['options']
  const choices = type === 'COMBO' ? listedIn(plain) : undefined
  return {
    name,
    group,
    type: typeof type === 'string' ? type : null,
    ...defined({ choices }),
    options: plain,
  }
}

function optionsOf({ call, type }: Port, subject: string, doubts: Doubts): Map<string, Printable> {
  const options = new Map<string, Printable>()
  const note = (reason: string, at?: Parameters<Doubts['note']>[2]) => doubts.note(subject, reason, at)
  const second = call.args[1]
  if (second && type === 'COMBO') options.set('options', toPrintable(plainOf(second), note))
  for (const [keyword, value] of call.keywords) {
    const name = keyword in printedNames ? printedNames[keyword] : keyword
    if (name === undefined || value.kind === 'none' || keyword === 'types') continue
    options.set(name, displayOf(value) ?? toPrintable(plainOf(value), note))
  }
  return options
}

/** The tool treats an enumeration as its list of choices, and a member of it as a default. */
function plainOf(value: Value): Value {
  const values = value.kind === 'class' ? enumValues(value) : undefined
  return values ? list(values) : (enumValue(value) ?? value)
}

function displayOf(value: Value): string | undefined {
  if (value.kind !== 'external' || toolLists.has(value.path)) return undefined
  return /NumberDisplay\.(\w+)$/.exec(value.path)?.[1]
}

function hiddenOf(value: Value | undefined): Map<string, string> {
  const found = new Map<string, string>()
  if (!value || !isList(value)) return found
  for (const item of value.items) {
    const name = item.kind === 'external' ? /Hidden\.(\w+)$/.exec(item.path)?.[1] : undefined
    if (name) found.set(name, name.toUpperCase())
  }
  return found
}

function describeOutputs(value: Value | undefined, node: ComfyNode, doubts: Doubts): void {
  const plain = value ? native(value) : undefined
  if (plain && !isList(plain)) {
    doubts.note('return_types', reasonOf(plain), placeOf(plain))
    return
  }
  if (plain?.open || (plain && plain.maybe.size > 0)) {
    doubts.note('return_types', plain.open?.reason ?? 'has outputs only under a condition', plain.open?.at)
    return
  }
  const ports = (plain?.items ?? []).map((item) => portOf(item, 'Output', doubts, 'return_types'))
  if (ports.some((port) => !port)) return
  const outputs = ports.flatMap((port) => (port ? [outputOf(port, doubts)] : []))
  node.outputs = outputs
  node.return_types = toPythonJson(ports.map((port) => port?.type ?? null))
  node.return_names = toPythonJson(outputs.map((output) => output.name))
  node.output_is_list = outputs.map((output) => output.is_list)
}

function outputOf({ type, call }: Port, doubts: Doubts): ComfyNodeOutput {
  const text = (name: string, position: number) => {
    const value = argumentOf(call, name, position)
    return value ? textIn(value, 'return_names', doubts) : undefined
  }
  const shown = typeof type === 'string' ? type : null
  const isList = truth(argumentOf(call, 'is_output_list', 99) ?? { kind: 'bool', value: false }) ?? false
  const tooltip = native(argumentOf(call, 'tooltip', 2) ?? { kind: 'none' })
  return {
    name: text('display_name', 1) ?? text('id', 0) ?? shown ?? '',
    type: shown,
    is_list: isList,
    ...(tooltip.kind === 'str' && tooltip.value !== '' ? { tooltip: tooltip.value } : {}),
  }
}
