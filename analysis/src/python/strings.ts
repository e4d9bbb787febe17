const simple: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const escapes =
  /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^{}\\]*)\}|(\r\n|[\s\S]))/g

/**
 * Returns the text of a string literal without its quotes, as Python reads it. Unknown escapes stay
 * unchanged.
 */
export function unescapePython(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(escapes, (whole, ...groups) => {
    const [octal, byte, short, long, _name, single] = groups
    if (octal) return String.fromCodePoint(Number.parseInt(octal, 8))
    const hex = byte ?? short ?? long
    if (hex) return fromCodePoint(Number.parseInt(hex, 16), whole)
    if (single === '\r\n') return ''
    return simple[single] ?? whole
  })
}

function fromCodePoint(code: number, fallback: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : fallback
}

/** Formats a float as Python prints it: `1.0`, `1e-05`, `1e+16`. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (Object.is(value, -0)) return '-0.0'
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+'
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const digits =
    exponent < 0
      ? value.toFixed(Math.max(0, mantissa.replace(/[-.]/g, '').length - 1 - exponent))
      : String(value)
  return digits.includes('.') ? digits : `${digits}.0`
}

/** Formats a JSON string as Python's `json.dumps` prints it: ASCII only. */
export function quoteJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) =>
    unit === '\x7f' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
