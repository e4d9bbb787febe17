import { tableOf } from '../ground/table.ts'
import type { CallArguments, Interpreter } from './machine.ts'
import { formatValue, native } from './operators.ts'
import { bool, equals, int, isList, list, str, type Value } from './values.ts'

const plainText = tableOf<(text: string) => string>({
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
  title: (text) =>
    text.toLowerCase().replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
  swapcase: (text) =>
    [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
})

const tests = tableOf<(text: string) => boolean>({
  isdigit: (text) => /^\d+$/.test(text),
  isnumeric: (text) => /^\d+$/.test(text),
  isidentifier: (text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text),
  isupper: (text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  islower: (text) => text !== text.toUpperCase() && text === text.toLowerCase(),
  isalpha: (text) => /^\p{L}+$/u.test(text),
})

/** Calls a method of a string. Returns undefined when the result is unknown. */
export function textMethod(
  machine: Interpreter,
  text: string,
  name: string,
  { positional, keywords }: CallArguments,
): Value | undefined {
  machine.budget.step(text.length >> 6)
  const simple = plainText.get(name)
  if (simple) return str(simple(text))
  const test = tests.get(name)
  if (test) return bool(test(text))
  const texts = positional
    .map((value) => native(value))
    .map((value) => (value.kind === 'str' ? value.value : undefined))
  const [first, second] = texts
  switch (name) {
    case 'strip':
    case 'lstrip':
    case 'rstrip':
      return positional.length === 0 || first !== undefined ? str(stripped(text, name, first)) : undefined
    case 'startswith':
    case 'endswith':
      return affix(text, name, positional[0])
    case 'removeprefix':
    case 'removesuffix':
      return first === undefined ? undefined : str(withoutAffix(text, name, first))
    case 'replace':
      return first === undefined || second === undefined ? undefined : replaced(machine, text, first, second)
    case 'split':
    case 'rsplit':
      return splitText(machine, text, name, positional)
    case 'splitlines':
      return list(linesOf(text).map(str))
    case 'join':
      return joinText(machine, text, positional[0])
    case 'format':
      return formatText(machine, text, positional, keywords)
    case 'find':
      return first === undefined ? undefined : int(text.indexOf(first))
    case 'count':
      return first ? int(text.split(first).length - 1) : undefined
    case 'partition':
    case 'rpartition':
      return first ? partition(text, name, first) : undefined
    case 'zfill':
      return filled(text, positional[0])
    case '__str__':
      return str(text)
    case '__eq__':
    case '__ne__':
      return bool(
        (positional[0] ? equals(str(text), native(positional[0])) === true : false) === (name === '__eq__'),
      )
    default:
      return undefined
  }
}

function withoutAffix(text: string, name: 'removeprefix' | 'removesuffix', affix: string): string {
  if (name === 'removeprefix') return text.startsWith(affix) ? text.slice(affix.length) : text
  return affix && text.endsWith(affix) ? text.slice(0, -affix.length) : text
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

function filled(text: string, width: Value | undefined): Value | undefined {
  return width?.kind === 'int' ? str(text.padStart(Math.min(Number(width.value), 1000), '0')) : undefined
}

function stripped(text: string, name: string, characters = ' \t\n\r\v\f'): string {
  const drop = new Set(characters)
  const units = [...text]
  let start = 0
  let end = units.length
  if (name !== 'rstrip') while (start < end && drop.has(units[start] ?? '')) start++
  if (name !== 'lstrip') while (end > start && drop.has(units[end - 1] ?? '')) end--
  return units.slice(start, end).join('')
}

function affix(text: string, name: string, value: Value | undefined): Value | undefined {
  const candidates = isList(value) ? value.items : value ? [value] : []
  const texts = candidates.map((candidate) => (candidate.kind === 'str' ? candidate.value : undefined))
  if (texts.includes(undefined) || (isList(value) && value.open)) return undefined
  return bool(
    texts.some((each = '') => (name === 'startswith' ? text.startsWith(each) : text.endsWith(each))),
  )
}

function replaced(machine: Interpreter, text: string, from: string, to: string): Value {
  const count = from === '' ? text.length + 1 : text.split(from).length - 1
  machine.budget.hold('textLength', text.length + count * to.length)
  return str(from === '' ? ['', ...text, ''].join(to) : text.replaceAll(from, () => to))
}

function splitText(
  machine: Interpreter,
  text: string,
  name: string,
  [separator, most]: readonly Value[],
): Value | undefined {
  const limit = most?.kind === 'int' ? Number(most.value) : -1
  if (!separator || separator.kind === 'none') {
    return limit < 0
      ? list(
          text
            .split(/\s+/)
            .filter((part) => part !== '')
            .map(str),
        )
      : undefined
  }
  if (separator.kind !== 'str' || separator.value === '') return undefined
  const parts = text.split(separator.value)
  machine.budget.hold('listLength', parts.length)
  if (limit < 0 || parts.length <= limit + 1) return list(parts.map(str))
  const kept = name === 'split' ? parts.slice(0, limit) : parts.slice(parts.length - limit)
  const rest = (name === 'split' ? parts.slice(limit) : parts.slice(0, parts.length - limit)).join(
    separator.value,
  )
  return list((name === 'split' ? [...kept, rest] : [rest, ...kept]).map(str))
}

function partition(text: string, name: string, separator: string): Value {
  const at = name === 'partition' ? text.indexOf(separator) : text.lastIndexOf(separator)
  if (at < 0) return list((name === 'partition' ? [text, '', ''] : ['', '', text]).map(str), 'tuple')
  return list([text.slice(0, at), separator, text.slice(at + separator.length)].map(str), 'tuple')
}

function joinText(machine: Interpreter, separator: string, value: Value | undefined): Value | undefined {
  if (!value) return undefined
  const { items, maybe, open } = machine.iterate(value)
  const texts = items
    .map((item) => native(item))
    .map((item) => (item.kind === 'str' ? item.value : undefined))
  if (open || maybe.size > 0 || texts.includes(undefined)) return undefined
  machine.budget.hold(
    'textLength',
    texts.reduce((sum, text) => sum + (text?.length ?? 0) + separator.length, 0),
  )
  return str(texts.join(separator))
}

function formatText(
  machine: Interpreter,
  text: string,
  positional: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  let at = 0
  let isKnown = true
  const result = text.replace(
    /\{\{|\}\}|\{([^{}:!]*)(![rs])?(?::([^{}]*))?\}/g,
    (whole, field: string | undefined, conversion = '', format = '') => {
      if (field === undefined) return whole.charAt(0)
      const value =
        field === ''
          ? positional[at++]
          : /^\d+$/.test(field)
            ? positional[Number(field)]
            : keywords.get(field)
      const shown = value ? formatValue(value, conversion, format) : undefined
      if (shown === undefined) isKnown = false
      return shown ?? ''
    },
  )
  machine.budget.hold('textLength', result.length)
  return isKnown ? str(result) : undefined
}
