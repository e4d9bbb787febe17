import { contains, type Operator, rangeOf } from './ranges.ts'
import { readVersion } from './versions.ts'

/** The variables of PEP 508 that say where something is installed. */
export const markerVariables = [
  'python_version',
  'python_full_version',
  'os_name',
  'sys_platform',
  'platform_release',
  'platform_system',
  'platform_version',
  'platform_machine',
  'platform_python_implementation',
  'implementation_name',
  'implementation_version',
  'extra',
] as const
export type MarkerVariable = (typeof markerVariables)[number]

export type MarkerOperator = Operator | 'in' | 'not in'

/** A condition in reverse Polish notation, so that deep nesting needs no recursion. */
export type Marker = readonly (Comparison | 'and' | 'or')[]

export interface Comparison {
  left: Operand
  operator: MarkerOperator
  right: Operand
}

export type Operand = { variable: MarkerVariable } | { text: string }

/** The known facts about a machine. The kernel's release, for example, is unknown. */
export type MarkerEnvironment = Partial<Record<Exclude<MarkerVariable, 'extra'>, string>>

/** Undefined if it depends on something unknown. `extras` are the extras asked for, in their normal form. */
export function evaluateMarker(
  marker: Marker,
  environment: MarkerEnvironment,
  extra = '',
): boolean | undefined {
  const stack: (boolean | undefined)[] = []
  for (const item of marker) {
    if (typeof item !== 'string') {
      stack.push(compare(item, environment, extra))
      continue
    }
    const [right, left] = [stack.pop(), stack.pop()]
    stack.push(item === 'and' ? both(left, right) : either(left, right))
  }
  return stack.pop()
}

const both = (a?: boolean, b?: boolean) =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true
const either = (a?: boolean, b?: boolean) =>
  a === true || b === true ? true : a === undefined || b === undefined ? undefined : false

function compare(
  { left, operator, right }: Comparison,
  environment: MarkerEnvironment,
  extra: string,
): boolean | undefined {
  const isOfExtra = [left, right].some((operand) => 'variable' in operand && operand.variable === 'extra')
  const read = (operand: Operand) =>
    'text' in operand
      ? isOfExtra
        ? normalName(operand.text)
        : operand.text
      : operand.variable === 'extra'
        ? extra
        : environment[operand.variable]
  const [a, b] = [read(left), read(right)]
  if (a === undefined || b === undefined) return undefined
  if (operator === 'in') return b.includes(a)
  if (operator === 'not in') return !b.includes(a)
  return (isOfExtra ? undefined : compareAsVersions(a, operator, b)) ?? compareTexts(a, operator, b)
}

/** Undefined if the two are not both versions. Source: PEP 508, environment markers. */
function compareAsVersions(a: string, operator: Operator, b: string): boolean | undefined {
  const version = readVersion(a)
  const range = version && rangeOf({ operator, version: b })
  return range && contains(range, version)
}

function compareTexts(a: string, operator: Operator, b: string): boolean | undefined {
  if (operator === '==' || operator === '===') return a === b
  if (operator === '!=') return a !== b
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  if (operator === '>') return a > b
  return operator === '>=' ? a >= b : undefined
}

/** `Foo_Bar` and `foo-bar` are the same package. Source: PEP 503. */
export const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')
