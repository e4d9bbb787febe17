export interface MarkedPart {
  part: string
  isMarked: boolean
}

const patterns = new WeakMap<readonly string[], RegExp>()

function patternOf(words: readonly string[]): RegExp {
  const known = patterns.get(words)
  if (known) return known
  const plain = words.filter((word) => onlyLetters.test(word))
  const longestFirst = plain.toSorted((a, b) => b.length - a.length)
  const made = new RegExp(longestFirst.join('|') || '$^', 'giu')
  patterns.set(words, made)
  return made
}

const onlyLetters = /^[\p{L}\p{N}\p{M}]+$/u
const letter = /[\p{L}\p{N}]/u
const lower = /[\p{Ll}\p{N}]/u
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Splits a text into parts, marking words that begin with one of the words, and parts of words in camel case. */
export function markedParts(text: string, words: readonly string[]): MarkedPart[] {
  if (words.length === 0) return [{ part: text, isMarked: false }]
  const parts: MarkedPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(patternOf(words))) {
    if (index < end || !isStart(text, index)) continue
    let last = index + found.length
    while (last < text.length && lower.test(text[last] ?? '') && !spaceless.test(found)) last++
    if (index > end) parts.push({ part: text.slice(end, index), isMarked: false })
    parts.push({ part: text.slice(index, last), isMarked: true })
    end = last
  }
  if (end < text.length) parts.push({ part: text.slice(end), isMarked: false })
  return parts
}

function isStart(text: string, at: number): boolean {
  const [before = '', first = ''] = [text[at - 1], text[at]]
  return !letter.test(before) || spaceless.test(first) || (lower.test(before) && !lower.test(first))
}
