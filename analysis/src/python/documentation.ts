import type { Statement } from './syntax.ts'

/**
 * What `__doc__` of a module, a class or a function with this body is: the text that stands first, without the
 * indentation that all its lines share, as the language gives it since version 3.13.
 */
export function documentationOf(body: readonly Statement[] | undefined): string | undefined {
  const [first] = body ?? []
  if (first?.kind !== 'expression' || first.value.kind !== 'string') return undefined
  return withoutMargin(first.value.value)
}

/** As `inspect.cleandoc`: without empty lines at both ends, too. */
export function cleanDocumentation(text: string): string {
  return withoutMargin(text)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
}

function withoutMargin(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\t', ' '.repeat(8)).split('\n')
  return [first.trimStart(), ...dedented(rest)].join('\n')
}

/** As `textwrap.dedent`: what all lines begin with that are not empty. */
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
