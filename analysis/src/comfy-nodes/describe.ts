import type { Evaluator } from '../python/evaluator.ts'
import { callWith } from '../python/machine.ts'
import { native } from '../python/operators.ts'
import { dependsOnMachine } from '../python/project.ts'
import { type ClassValue, isList, isUndecided, type Place, truth, type Value } from '../python/values.ts'
import type { ComfyNode, Undecided } from './comfy-node.ts'

/** Collects the undecided parts of one comfy-node. */
export class Doubts {
  readonly found: Undecided[] = []
  readonly #name: string
  readonly #at: Place
  constructor(name: string, at: Place) {
    this.#name = name
    this.#at = at
  }

  note(subject: string, reason: string, at: Place | undefined): void {
    const { file, line } = at && at.file !== '' ? at : this.#at
    // Many inputs offer the same list of model files, so each subject is reported once.
    if (this.found.some((doubt) => doubt.subject === subject)) return
    this.found.push({ comfy_node_name: this.#name, subject, file, line, reason })
  }
}

export function emptyComfyNode(name: string, isConditional: boolean): ComfyNode {
  return {
    comfy_node_name: name,
    deprecated: false,
    experimental: false,
    output_node: false,
    inputs: [],
    outputs: [],
    conditional: isConditional,
  }
}

/** Returns a class attribute, or undefined when the class does not have it. A value can still be unknown. */
export function findAttribute(evaluator: Evaluator, cls: ClassValue, name: string): Value | undefined {
  const value = evaluator.attribute(cls, name)
  return value.kind === 'unknown' && value.reason.startsWith('has no ') ? undefined : value
}

/** Returns a method's result, or the value itself if a pack declares a plain attribute instead. */
export function resultOf(evaluator: Evaluator, value: Value): Value {
  return value.kind === 'method' || value.kind === 'function'
    ? evaluator.awaited(evaluator.call(value, callWith([])))
    : value
}

/** Returns the text of a value, and notes a doubt when it is not a known text. */
export function textIn(value: Value | undefined, subject: string, doubts: Doubts): string | undefined {
  const plain = value ? native(value) : undefined
  if (!plain || plain.kind === 'none') return undefined
  if (plain.kind === 'str' && !dependsOnMachine(plain.value)) return plain.value
  doubts.note(subject, reasonOf(plain), placeOf(plain))
  return undefined
}

/** Returns the value of a flag, and notes a doubt when it is unknown. */
export function flagIn(value: Value | undefined, subject: string, doubts: Doubts): boolean {
  if (!value) return false
  const answer = truth(native(value))
  if (answer === undefined) doubts.note(subject, reasonOf(value), placeOf(value))
  return answer ?? false
}

/** Returns the items of a complete list, or undefined with a note when it is not one. */
export function itemsIn(
  value: Value | undefined,
  subject: string,
  doubts: Doubts,
): readonly Value[] | undefined {
  const plain = value ? native(value) : undefined
  if (!plain) return undefined
  if (isList(plain) && !plain.open && plain.maybe.size === 0) return plain.items
  doubts.note(
    subject,
    isList(plain) ? (plain.open?.reason ?? 'has items only under a condition') : reasonOf(plain),
    placeOf(plain),
  )
  return undefined
}

/** Explains why a value is not known, as the end of a sentence. */
export function reasonOf(value: Value): string {
  if (value.kind === 'unknown') return value.reason
  if (value.kind === 'outcome') return `calls ${value.callee}, which is not part of the pack`
  if (value.kind === 'external') return `is ${value.path}, which is not part of the pack`
  return 'is not of the kind that the tool expects'
}

export function placeOf(value: Value): Place | undefined {
  return isUndecided(value) && value.kind !== 'external' ? value.at : undefined
}
