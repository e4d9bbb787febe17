import type { Hit } from '../../ground/finding.ts'

export const codeFile = /\.(py|pyi|js|mjs|ts|jsx|tsx|sh|bat|ps1)$/i

export function* matches(
  text: string,
  pattern: RegExp,
  make: (match: RegExpExecArray) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  let line = 1
  let lineEnd = text.indexOf('\n')
  for (const match of text.matchAll(pattern)) {
    for (; lineEnd >= 0 && lineEnd < match.index; lineEnd = text.indexOf('\n', lineEnd + 1)) line++
    const hit = make(match)
    if (hit) yield { line, ...hit }
  }
}
/** Only bundlers produce lines of this length. */
export const bundledLine = 5000

/** Whether this many such characters follow each other. Every such run contains a multiple of its length. */
export function hasRun(
  text: string,
  length: number,
  isLike: (code: number) => boolean,
  counts: (start: number) => boolean = () => true,
): boolean {
  for (let at = length - 1; at < text.length; at += length) {
    if (!isLike(text.charCodeAt(at))) continue
    let start = at
    while (start > 0 && isLike(text.charCodeAt(start - 1))) start--
    while (at + 1 < text.length && isLike(text.charCodeAt(at + 1))) at++
    if (at - start + 1 >= length && counts(start)) return true
  }
  return false
}

const blank = /[^\S\n]/

export function isBlank(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    (code !== 10 && (code < 32 || code > 126) && blank.test(String.fromCharCode(code)))
  )
}
