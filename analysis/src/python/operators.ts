import type { Interpreter } from './machine.ts'
import { joinPaths } from './project.ts'
import { formatFloat } from './strings.ts'
import { isNeverEqual, isNeverIn } from './tool-facts.ts'
import {
  type DictValue,
  dict,
  equals,
  foldersIn,
  int,
  isList,
  isUndecided,
  joinFolders,
  joinOpen,
  keyOf,
  type ListValue,
  list,
  none,
  str,
  type Value,
} from './values.ts'

/** Computes `left operator right`, or returns undefined when it is unknown. */
export function binary(machine: Interpreter, operator: string, left: Value, right: Value): Value | undefined {
  const [a, b] = [native(left), native(right)]
  machine.budget.charge(a, b)
  if (a.kind === 'str') return textOperation(machine, operator, a.value, b)
  if (isList(a)) return listOperation(machine, operator, a, b)
  if (isList(b) && operator === '+' && isUndecided(a)) return openSum(machine, list([], b.kind), a)
  if (a.kind === 'dict' && b.kind === 'dict' && operator === '|') return mergeDicts(a, b)
  if (a.kind === 'path' && operator === '/') return pathOperation(a.value, b)
  if (b.kind === 'path' && a.kind === 'external') return undefined
  return arithmetic(operator, a, b)
}

/** An object whose class extends a builtin behaves like that builtin. */
export function native(value: Value): Value {
  return value.kind === 'instance' && value.native ? value.native : value
}

function textOperation(
  machine: Interpreter,
  operator: string,
  text: string,
  right: Value,
): Value | undefined {
  if (operator === '+' && right.kind === 'str') {
    machine.budget.hold('textLength', text.length + right.value.length)
    return str(text + right.value)
  }
  if (operator === '*' && right.kind === 'int') {
    const times = right.value > 0n ? Number(right.value) : 0
    machine.budget.hold('textLength', text.length * times)
    return str(text.repeat(times))
  }
  return operator === '%' ? percentFormat(text, right) : undefined
}

function listOperation(
  machine: Interpreter,
  operator: string,
  left: ListValue,
  right: Value,
): Value | undefined {
  if (operator === '+') {
    if (isList(right)) return concatLists(machine, left, right)
    return isUndecided(right) ? openSum(machine, left, right) : undefined
  }
  if (operator === '*' && right.kind === 'int') {
    const times = right.value > 0n ? Number(right.value) : 0
    machine.budget.hold('listLength', left.items.length * times)
    return { ...list(Array.from({ length: times }, () => left.items).flat(), left.kind), ...openOf(left) }
  }
  if (left.kind === 'set' && operator === '|' && isList(right)) return concatLists(machine, left, right)
  if (left.kind === 'set' && operator === '-' && isList(right) && !left.open && !right.open) {
    const gone = new Set(right.items.map((item) => keyOf(item)))
    return list(
      left.items.filter((item) => !gone.has(keyOf(item))),
      'set',
    )
  }
  return undefined
}

/** Adds a known list and something unknown: a list with open further items. */
function openSum(machine: Interpreter, known: ListValue, other: Value): Value {
  const unknown = machine.unknown('adds a list that only the running tool knows')
  const folders = joinFolders([...foldersIn(known), ...foldersIn(other)])
  return {
    ...list([...known.items], known.kind),
    open: folders.length === 0 ? unknown : { ...unknown, folders },
  }
}

/** Joins two lists; the result is open when one of them is. */
export function concatLists(machine: Interpreter, left: ListValue, right: ListValue): ListValue {
  machine.budget.hold('listLength', left.items.length + right.items.length)
  const open = joinOpen(left.open, right.open)
  const maybe = new Set([...left.maybe, ...right.maybe])
  return { kind: left.kind, items: [...left.items, ...right.items], maybe, ...(open ? { open } : {}) }
}

function openOf({ open }: ListValue): Pick<ListValue, 'open'> | Record<string, never> {
  return open ? { open } : {}
}

/** Merges two dictionaries; the right one wins. */
function mergeDicts(left: DictValue, right: DictValue): DictValue {
  const merged = dict()
  for (const source of [left, right]) {
    for (const [key, entry] of source.entries) merged.entries.set(key, entry)
    if (source.open) merged.open = source.open
  }
  return merged
}

function pathOperation(path: string, right: Value): Value | undefined {
  if (right.kind !== 'str' && right.kind !== 'path') return undefined
  return { kind: 'path', value: joinPaths(path, right.value) }
}

function arithmetic(operator: string, a: Value, b: Value): Value | undefined {
  const [x, y] = [toNumber(a), toNumber(b)]
  if (x === undefined || y === undefined) return undefined
  if (typeof x === 'bigint' && typeof y === 'bigint' && operator !== '/') {
    const value = integerOperation(operator, x, y)
    return value === undefined ? undefined : int(value)
  }
  const value = floatOperation(operator, Number(x), Number(y))
  return value === undefined ? undefined : { kind: 'float', value }
}

function toNumber(value: Value): bigint | number | undefined {
  if (value.kind === 'int' || value.kind === 'float') return value.value
  return value.kind === 'bool' ? BigInt(value.value) : undefined
}

const largestShift = 4096n

function integerOperation(operator: string, x: bigint, y: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return small(x) && small(y) ? x * y : undefined
    case '//':
      return y === 0n ? undefined : floorDivide(x, y)
    case '%':
      return y === 0n ? undefined : x - y * floorDivide(x, y)
    case '**':
      return y >= 0n && y <= largestShift && small(x) ? x ** y : undefined
    case '<<':
      return y >= 0n && y <= largestShift && small(x) ? x << y : undefined
    case '>>':
      return y >= 0n && y <= largestShift ? x >> y : undefined
    case '&':
      return x & y
    case '|':
      return x | y
    case '^':
      return x ^ y
    default:
      return undefined
  }
}

/** Prevents a chain of powers from producing numbers with millions of digits. */
function small(value: bigint): boolean {
  return value < 2n ** 256n && value > -(2n ** 256n)
}

function floorDivide(x: bigint, y: bigint): bigint {
  const quotient = x / y
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient
}

function floatOperation(operator: string, x: number, y: number): number | undefined {
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '/':
      return y === 0 ? undefined : x / y
    case '//':
      return y === 0 ? undefined : Math.floor(x / y)
    case '%':
      return y === 0 ? undefined : x - y * Math.floor(x / y)
    case '**':
      return Number.isNaN(x ** y) ? undefined : x ** y
    default:
      return undefined
  }
}

export function unary(operator: string, operand: Value): Value | undefined {
  const value = toNumber(native(operand))
  if (value === undefined) return undefined
  if (operator === '+') return typeof value === 'bigint' ? int(value) : { kind: 'float', value }
  if (operator === '-') return typeof value === 'bigint' ? int(-value) : { kind: 'float', value: -value }
  return operator === '~' && typeof value === 'bigint' ? int(~value) : undefined
}

function isEqual(left: Value, right: Value): boolean | undefined {
  if (left.kind === 'external' && right.kind === 'str' && isNeverEqual(left.path, right.value)) return false
  return equals(left, right)
}

/** Compares two values, or returns undefined when the result is unknown. */
export function compare(operator: string, left: Value, right: Value): boolean | undefined {
  switch (operator) {
    case '==':
      return isEqual(native(left), native(right))
    case '!=':
    case '<>':
      return not(isEqual(native(left), native(right)))
    case 'is':
      return isSame(left, right)
    case 'is not':
      return not(isSame(left, right))
    case 'in':
      return contains(native(right), left)
    case 'not in':
      return not(contains(native(right), left))
    default:
      return ofVersion(operator, left, right) ?? ordered(operator, native(left), native(right))
  }
}

/** `sys.version_info >= (3, 8)`: the tool supports no older version of Python. */
function ofVersion(operator: string, left: Value, right: Value): boolean | undefined {
  if (left.kind !== 'external' || left.path !== 'sys.version_info' || !isList(right)) return undefined
  const [major, minor = int(0)] = right.items
  if (major?.kind !== 'int' || minor.kind !== 'int') return undefined
  const isOlder = major.value < 3n || (major.value === 3n && minor.value < oldestMinor)
  if (!isOlder) return undefined
  return operator.startsWith('>') ? true : operator.startsWith('<') ? false : undefined
}

/** Minor version of Python 3. Source: the tool's installation guide. */
const oldestMinor = 10n

function not(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer
}

function isSame(left: Value, right: Value): boolean | undefined {
  if (left === right) return true
  if (isUndecided(left) || isUndecided(right)) return undefined
  if (left.kind === 'none' || right.kind === 'none') return left.kind === right.kind
  return equals(left, right)
}

function contains(container: Value, item: Value): boolean | undefined {
  if (container.kind === 'external' && item.kind === 'str')
    return isNeverIn(container.path, item.value) ? false : undefined
  if (container.kind === 'str') return item.kind === 'str' ? container.value.includes(item.value) : undefined
  if (container.kind === 'dict') {
    const key = keyOf(native(item))
    if (key === undefined) return undefined
    const entry = container.entries.get(key)
    if (entry) return entry.isConditional ? undefined : true
    return container.open || container.fallback ? undefined : false
  }
  if (!isList(container)) return undefined
  const answers = container.items.map((each) =>
    container.maybe.has(each) ? undefined : equals(each, native(item)),
  )
  if (answers.includes(true)) return true
  return answers.includes(undefined) || container.open ? undefined : false
}

function ordered(operator: string, left: Value, right: Value): boolean | undefined {
  const order = orderOf(left, right)
  if (order === undefined) return undefined
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  return operator === '>=' ? order >= 0 : undefined
}

/** Negative, zero or positive; undefined when the two cannot be ordered. */
export function orderOf(left: Value, right: Value, depth = 0): number | undefined {
  const [x, y] = [toNumber(left), toNumber(right)]
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0
  if (left.kind === 'str' && right.kind === 'str')
    return left.value < right.value ? -1 : left.value > right.value ? 1 : 0
  if (left.kind === 'path' && right.kind === 'path') return orderOf(str(left.value), str(right.value))
  if (!isList(left) || !isList(right) || depth > 3 || left.items.length > 50) return undefined
  for (const [i, item] of left.items.entries()) {
    const other = right.items[i]
    if (!other) return 1
    const order = orderOf(item, other, depth + 1)
    if (order !== 0) return order
  }
  return left.items.length - right.items.length
}

/** Returns `str(value)` if it is known. */
export function textOf(value: Value): string | undefined {
  const plain = native(value)
  switch (plain.kind) {
    case 'str':
    case 'path':
      return plain.value
    case 'int':
      return String(plain.value)
    case 'float':
      return formatFloat(plain.value).replace('Infinity', 'inf').replace('NaN', 'nan')
    case 'bool':
      return plain.value ? 'True' : 'False'
    case 'none':
      return 'None'
    default:
      return undefined
  }
}

/** Formats one replacement field; supports only the plain format specifications. */
export function formatValue(value: Value, conversion: string, format: string): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (conversion === '!r') return reprOf(value)
  if (format === '') return text
  const padded = /^(0?)(\d{1,3})d?$/.exec(format)
  if (padded && value.kind === 'int') return text.padStart(Number(padded[2]), padded[1] === '0' ? '0' : ' ')
  const fixed = /^\.(\d)f$/.exec(format)
  if (fixed && (value.kind === 'int' || value.kind === 'float'))
    return Number(value.value).toFixed(Number(fixed[1]))
  return undefined
}

/** Returns `repr(value)` if it is known. */
export function reprOf(value: Value): string | undefined {
  const plain = native(value)
  if (plain.kind !== 'str') return textOf(plain)
  const escaped = plain.value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`
}

/** The old `"%s and %d" % values`; supports only `%s`, `%d`, `%r` and `%%`. */
function percentFormat(text: string, right: Value): Value | undefined {
  const values = right.kind === 'tuple' ? right.items : [right]
  let [next, isKnown] = [0, true]
  const result = text.replace(/%(.)/g, (_whole, code: string) => {
    if (code === '%') return '%'
    const value = values[next++] ?? none
    const shown = code === 'r' ? reprOf(value) : code === 's' || code === 'd' ? textOf(value) : undefined
    if (shown === undefined) isKnown = false
    return shown ?? ''
  })
  return isKnown ? str(result) : undefined
}
