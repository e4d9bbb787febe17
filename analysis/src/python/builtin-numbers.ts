import type { Builtin } from './machine.ts'
import { native } from './operators.ts'
import { int, str, type Value } from './values.ts'

/** Returns the number that an integer or a float holds. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'int' ? Number(value.value) : value?.kind === 'float' ? value.value : undefined

/** Makes a builtin of a function on texts. */
export const onText =
  (answer: (text: string) => Value | undefined): Builtin =>
  (_machine, [value]) => {
    const text = value ? pathText(value) : undefined
    return text === undefined ? undefined : answer(text)
  }

/** Returns the text of a path or a string. */
export function pathText(value: Value): string | undefined {
  const plain = native(value)
  return plain.kind === 'str' || plain.kind === 'path' ? plain.value : undefined
}

export function textValue(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : str(text)
}

export function absolute(value: Value | undefined): Value | undefined {
  if (value?.kind === 'int') return int(value.value < 0n ? -value.value : value.value)
  return value?.kind === 'float' ? { kind: 'float', value: Math.abs(value.value) } : undefined
}

/** `round(value, digits)`. */
export function rounded(value: Value | undefined, digits: Value | undefined): Value | undefined {
  if (value?.kind === 'int') return value
  if (value?.kind !== 'float') return undefined
  if (digits?.kind === 'int')
    return {
      kind: 'float',
      value: Number(value.value.toFixed(Math.min(20, Math.max(0, Number(digits.value))))),
    }
  return int(Math.round(value.value))
}

/** Longer numbers are not settings of a comfy-node. */
const maxDigits = 300

/** `int(value)`. */
export function toInteger(value: Value | undefined): Value | undefined {
  if (!value) return int(0)
  const plain = native(value)
  if (plain.kind === 'int') return plain
  if (plain.kind === 'bool') return int(plain.value ? 1 : 0)
  if (plain.kind === 'float' && Number.isFinite(plain.value)) return int(BigInt(Math.trunc(plain.value)))
  const written = plain.kind === 'str' ? plain.value.trim() : ''
  return written.length <= maxDigits && /^[+-]?\d+$/.test(written)
    ? int(BigInt(written.replace(/^\+/, '')))
    : undefined
}

/** `float(value)`. */
export function toFloat(value: Value | undefined): Value | undefined {
  const plain = value ? native(value) : int(0)
  if (plain.kind === 'int' || plain.kind === 'float') return { kind: 'float', value: Number(plain.value) }
  if (plain.kind !== 'str') return undefined
  const text = plain.value.trim().toLowerCase()
  if (/^[+-]?inf(inity)?$/.test(text))
    return { kind: 'float', value: text.startsWith('-') ? -Infinity : Infinity }
  if (text === 'nan') return { kind: 'float', value: Number.NaN }
  const number = Number(text)
  return text === '' || Number.isNaN(number) ? undefined : { kind: 'float', value: number }
}
