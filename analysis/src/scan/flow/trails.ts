import { origins, tellingOrigins } from './origins.ts'
import type { Expression } from './syntax.ts'

/** One place that a value passed. */
export interface Step {
  file: string
  line: number
  /** The origins of a source; 0 for a carrier. */
  origin: number
  /** The last name of what is called or read, or a variable. */
  name: string
  /** A function of the pack, one from outside, or a variable. */
  by: 'function' | 'call' | 'variable'
  /** A literal in the expression of a source, such as a path or an address. */
  literal: string
}

/** The steps of a value, the latest first, since some of its origins appeared. */
export interface Trail {
  /** The origins that it explains. */
  origin: number
  step: Step
  before: Trail | undefined
  length: number
}

export type Trails = readonly Trail[]

/** Longer ways are hardly read. */
const longest = 30
/** The origins that have trails; others tell only how a text was made. */
const traced = tellingOrigins | origins.credential | origins.file
/** Data of the network change their form when they become a file. */
const arrivals = origins.network | origins.download | origins.hub | origins.stranger

export function covered(trails: Trails): number {
  let origin = 0
  for (const trail of trails) origin |= trail.origin
  return origin
}

/** Returns the origins that no trail explains. */
export function unexplained(origin: number, trails: Trails): number {
  return (origin & traced) === 0 ? 0 : origin & traced & ~covered(trails)
}

/** Adds trails that explain more; returns the first list if none does. */
export function withTrails(a: Trails, b: Trails): Trails {
  if (a === b || b.length === 0) return a
  if (a.length === 0) return b
  const known = covered(a)
  const more = b.filter(({ origin }) => (origin & ~known) !== 0)
  return more.length === 0 ? a : [...a, ...more]
}

/** Extends trails by a step, unless the last step is on the same line. */
export function extended(trails: Trails, step: Step): Trails {
  return trails.map((trail) => {
    const { step: last, length } = trail
    const isSame = last.line === step.line && last.file === step.file
    if (
      length >= longest ||
      (isSame && (last.origin !== 0 || last.by !== 'variable' || step.by === 'variable'))
    )
      return trail
    const before = isSame ? trail.before : trail
    return { origin: trail.origin, step, before, length: (before?.length ?? 0) + 1 }
  })
}

/** Returns trails for origins without one: those of the parts, or else of a source at this place. */
export function explained(
  { origin, trails: own }: { origin: number; trails: Trails },
  parts: Trails,
  { file, line, name = '' }: { file: string; line: number; name?: string },
  expression?: Expression,
): Trails {
  let trails = own
  let missing = unexplained(origin, trails)
  if (missing === 0) return trails
  trails = withTrails(trails, parts)
  missing = unexplained(origin, trails)
  if (missing === 0) return trails
  if ((missing & arrivals) !== 0) {
    const arrived = trails.find((trail) => (trail.origin & arrivals) !== 0)
    if (arrived) {
      trails = [...trails, { ...arrived, origin: missing & arrivals }]
      missing &= ~arrivals
    }
  }
  if (missing === 0) return trails
  const literal = expression ? literalIn(expression, 0) : ''
  const read = expression ? calledName(expression) : name
  const step: Step = { file, line, origin: missing, name: read, by: 'call', literal }
  return [...trails, { origin: missing, step, before: undefined, length: 1 }]
}

/** Returns the last name of what an expression calls or reads. */
export function calledName(expression: Expression): string {
  switch (expression.kind) {
    case 'call':
      return calledName(expression.callee)
    case 'attribute':
    case 'name':
      return expression.name
    default:
      return ''
  }
}

/** Returns the first literal of an expression that names a place, an address or a key. */
function literalIn(expression: Expression, depth: number): string {
  if (depth > 6) return ''
  const first = (parts: readonly (Expression | undefined)[]) => {
    for (const part of parts) {
      const found = part ? literalIn(part, depth + 1) : ''
      if (found !== '') return found
    }
    return ''
  }
  switch (expression.kind) {
    case 'text':
      return expression.text.length > 2 ? expression.text.slice(0, 200) : ''
    case 'call':
      return first([...expression.args.map(({ value }) => value), expression.callee])
    case 'attribute':
    case 'slice':
      return first([expression.object])
    case 'item':
      return first([expression.index, expression.object])
    case 'join':
      return joinedLiteral(expression.parts, expression.between) || first(expression.parts)
    case 'calculate':
      return first([expression.left, expression.right])
    case 'list':
      return first(expression.items.map(({ value }) => value))
    case 'entered':
    case 'each':
      return first([expression.of])
    default:
      return ''
  }
}

function joinedLiteral(parts: readonly Expression[], between: string): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.join(between).slice(0, 200)
}
