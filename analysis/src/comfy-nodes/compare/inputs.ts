import { defined } from '../../ground/defined.ts'
import type { ComfyNode, ComfyNodeInput, Json } from '../comfy-node.ts'
import { type Change, type ChangeKind, change } from './change.ts'

/** Compares the inputs of one comfy-node. Values that either version leaves undecided are skipped. */
export function compareInputs(before: ComfyNode, after: ComfyNode): Change[] {
  if (before.input_types === undefined || after.input_types === undefined) return []
  const name = before.comfy_node_name
  const [old, now] = [visible(before), visible(after)]
  const [oldByName, nowByName] = [firstByName(old), firstByName(now)]
  const gone = old.filter((input) => !nowByName.has(input.name))
  const fresh = now.filter((input) => !oldByName.has(input.name))
  const renamed = renamedInput(gone, fresh, old, now)
  const kept = old.flatMap((input) => {
    const other = nowByName.get(input.name)
    return other ? [[input, other] as const] : []
  })
  return [
    ...(renamed
      ? [
          change('input_renamed', name, {
            part: renamed[0].name,
            before: renamed[0].name,
            after: renamed[1].name,
          }),
        ]
      : [
          ...gone.map((input) => change('input_removed', name, { part: input.name, before: input.type })),
          ...fresh.map((input) => change(additionOf(input), name, { part: input.name, after: input.type })),
        ]),
    ...kept.flatMap(([a, b]) => compareInput(name, a, b)),
    ...orderOf(name, old, now, renamed !== undefined),
  ]
}

/** The tool fills in hidden inputs; workflows do not contain them. */
function visible(node: ComfyNode): ComfyNodeInput[] {
  return node.inputs.filter((input) => input.group !== 'hidden')
}

function firstByName(inputs: readonly ComfyNodeInput[]): Map<string, ComfyNodeInput> {
  return new Map(inputs.toReversed().map((input) => [input.name, input]))
}

/**
 * Matches a removed input with an added one of the same type and position: the same input under another name.
 */
function renamedInput(
  gone: readonly ComfyNodeInput[],
  fresh: readonly ComfyNodeInput[],
  old: readonly ComfyNodeInput[],
  now: readonly ComfyNodeInput[],
): [ComfyNodeInput, ComfyNodeInput] | undefined {
  const [a, b] = [gone[0], fresh[0]]
  if (!a || !b || gone.length > 1 || fresh.length > 1) return undefined
  const isSame =
    a.type !== null && a.type === b.type && a.group === b.group && old.indexOf(a) === now.indexOf(b)
  return isSame ? [a, b] : undefined
}

function additionOf(input: ComfyNodeInput): ChangeKind {
  if (input.group === 'optional') return 'optional_input_added'
  return isWidget(input) && defaultOf(input) !== undefined
    ? 'required_input_with_default_added'
    : 'required_input_added'
}

const widgetTypes = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'])

/** Whether an input holds a value of its own rather than only a link. */
export function isWidget({ type, options }: ComfyNodeInput): boolean {
  return type !== null && widgetTypes.has(type) && options['forceInput'] !== true
}

/** The tool uses the first choice when a list has no default. */
function defaultOf({ options, choices }: ComfyNodeInput): Json | undefined {
  return options['default'] ?? choices?.[0]
}

function compareInput(name: string, before: ComfyNodeInput, after: ComfyNodeInput): Change[] {
  const part = before.name
  const changes: Change[] = []
  const add = (kind: ChangeKind, a?: Json, b?: Json) =>
    changes.push(change(kind, name, { part, ...defined({ before: a, after: b }) }))
  if (before.group !== after.group)
    add(after.group === 'required' ? 'input_made_required' : 'input_made_optional', before.group, after.group)
  if (before.type !== after.type) {
    if (before.type !== null && after.type !== null)
      add(accepts(after.type, before.type) ? 'input_widened' : 'input_retyped', before.type, after.type)
    return changes
  }
  compareChoices(before.choices, after.choices, add)
  compareRange(before.options, after.options, add)
  const [old, now] = [before.options['default'], after.options['default']]
  if (old !== undefined && now !== undefined && !isOpen(old) && !isOpen(now) && !isSame(old, now))
    add('default_changed', old, now)
  return changes
}

/** Whether `wide` accepts everything that `narrow` accepts. Multiple types are separated by commas. */
export function accepts(wide: string, narrow: string): boolean {
  if (wide === '*' || wide === narrow) return true
  const allowed = new Set(wide.split(','))
  return narrow.split(',').every((type) => allowed.has(type))
}

type Add = (kind: ChangeKind, before?: Json, after?: Json) => void

function compareChoices(before: Json[] | undefined, after: Json[] | undefined, add: Add): void {
  if (!before || !after) return
  const [old, now] = [new Set(before.map(textOf)), new Set(after.map(textOf))]
  const gone = before.filter((choice) => !now.has(textOf(choice)) && !isOpen(choice))
  const fresh = after.filter((choice) => !old.has(textOf(choice)) && !isOpen(choice))
  // An open list may contain the missing choices.
  if (gone.length > 0 && !after.some(isOpen)) add('choices_removed', gone)
  if (fresh.length > 0 && !before.some(isOpen)) add('choices_added', undefined, fresh)
}

function compareRange(before: ComfyNodeInput['options'], after: ComfyNodeInput['options'], add: Add): void {
  for (const [bound, sign] of [
    ['min', 1],
    ['max', -1],
  ] as const) {
    const [old, now] = [before[bound], after[bound]]
    if (typeof old !== 'number' || typeof now !== 'number' || old === now) continue
    add((now - old) * sign > 0 ? 'range_narrowed' : 'range_widened', { [bound]: old }, { [bound]: now })
  }
}

function orderOf(
  name: string,
  old: readonly ComfyNodeInput[],
  now: readonly ComfyNodeInput[],
  isRenamed: boolean,
): Change[] {
  const names = (inputs: readonly ComfyNodeInput[]) => inputs.map((input) => input.name)
  const [oldWidgets, nowWidgets] = [widgetsOf(old), widgetsOf(now)]
  const isMoved = !isRenamed && oldWidgets.some((widget, i) => nowWidgets[i] !== widget)
  if (isMoved && nowWidgets.length > 0)
    return [change('widgets_moved', name, { before: oldWidgets, after: nowWidgets })]
  const current = new Set(names(now))
  const common = new Set(names(old).filter((input) => current.has(input)))
  const [before, after] = [names(old), names(now)].map((all) => all.filter((input) => common.has(input)))
  return before && after && !isSame(before, after)
    ? [change('inputs_reordered', name, { before, after })]
    : []
}

/** Lists the values that a saved workflow stores, in order. */
export function widgetsOf(inputs: readonly ComfyNodeInput[]): string[] {
  return inputs
    .filter(isWidget)
    .flatMap((input) => (isControlled(input) ? [input.name, `${input.name} (control)`] : [input.name]))
}

/** The tool adds a second widget after a seed, for how it changes after each run. */
function isControlled({ name, type, options }: ComfyNodeInput): boolean {
  return options['control_after_generate'] === true || (type === 'INT' && /^(noise_)?seed$/.test(name))
}

function isOpen(value: Json): boolean {
  return typeof value === 'object' && value !== null && '$undecided' in value
}

function textOf(value: Json): string {
  return JSON.stringify(value)
}

/** Compares JSON values by content. */
export function isSame(a: Json, b: Json): boolean {
  return textOf(a) === textOf(b)
}
