import type { Statement } from './syntax.ts'

/**
 * Returns the `__doc__` of a module, a class or a function with this body: the leading string without the
 * common indentation, as in Python 3.13 and later.
 */
export function documentationOf(body: readonly Statement[] | undefined): string | undefined {
  const [first] = body ?? []
  if (first?.kind !== 'expression' || first.value.kind !== 'string') return undefined
  return withoutMargin(first.value.value)
}

/** Works like `inspect.cleandoc`, which also removes empty lines at both ends. */
export function cleanDocumentation(text: string): string {
  return withoutMargin(text)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
}

function withoutMargin(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\t', ' '.repeat(8)).split('\n')
  return [first.trimStart(), ...dedented(rest)].join('\n')
}

/** Works like `textwrap.dedent`: removes the common indentation of the lines that are not empty. */
export function dedent(text: string): string {
  return dedented(text.split('\n')).join('\n')
}

function dedented(lines: readonly string[]): string[] {
  const full = lines.map((line) => (line.trim() === '' ? '' : line))
  const margin = full.filter((line) => line !== '').reduce<string | undefined>(commonStart, undefined) ?? ''
  return full.map((line) => line.slice(margin.length))
}

function commonStart(known: string | undefined, line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  if (known === undefined) return indent
  let length = 0
  while (length < known.length && known[length] === indent[length]) length++
  return known.slice(0, length)
}
