/** A name in a statement. `base` is the name before its dot, and empty if something else is before the dot. */
export interface Word {
  name: string
  base?: string
}

/** The names that a statement reads and binds. Attributes are bound as `.name`. */
export interface Words {
  reads: readonly Word[]
  binds: ReadonlySet<string>
}

const keywords: ReadonlySet<string> = new Set(
  'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield None True False self cls super'.split(
    ' ',
  ),
)

const word = /[\p{L}_][\p{L}\p{N}_]*/gu
const mutator = /^\s*\w+(?=\.(append|extend|insert|add|update|setdefault|write|put)\s*\()/

/** Reads one statement without comments. */
export function wordsOf(statement: string): Words {
  const code = withoutTexts(statement)
  const binds = new Set<string>()
  const reads: Word[] = []
  const bound = boundIn(code)
  let last: { name: string; end: number } | undefined
  for (const { 0: name, index } of code.matchAll(word)) {
    const before = code.slice(last?.end ?? 0, index).trim()
    const isAttribute = before.endsWith('.') && !before.endsWith('..')
    const base = isAttribute && before === '.' ? (last?.name ?? '') : ''
    last = { name, end: index + name.length }
    const isBound = index < bound.before || index >= bound.after || bound.starts.has(index)
    if (isAttribute) {
      if (isBound) binds.add(`.${name}`)
      reads.push({ name, base })
    } else if (!keywords.has(name)) {
      if (isBound) binds.add(name)
      reads.push({ name })
    }
  }
  const mutated = mutator.exec(code)?.[0].trim()
  if (mutated) binds.add(mutated)
  return { reads, binds }
}

/** Where names are bound: before one place, from another place on, and at single places. */
interface BoundPlaces {
  before: number
  after: number
  starts: ReadonlySet<number>
}

const firstWord = /^\s*(?:async\s+)?(import|from|def|class|for|global|nonlocal)\b/

function boundIn(code: string): BoundPlaces {
  const starts = new Set<number>()
  for (const match of code.matchAll(/\bas\s+/g)) starts.add(match.index + match[0].length)
  for (let at = code.indexOf(':='); at >= 0; at = code.indexOf(':=', at + 2)) {
    let from = code.slice(Math.max(0, at - 100), at).trimEnd().length + Math.max(0, at - 100)
    while (from > 0 && /\w/.test(code.charAt(from - 1))) from--
    starts.add(from)
  }
  const all = { before: 0, after: Infinity, starts }
  switch (firstWord.exec(code)?.[1]) {
    case 'def':
    case 'class':
      starts.add(code.search(/\b(?:def|class)\s+\w/) + (/\b(?:def|class)\s+/.exec(code)?.[0].length ?? 0))
      return all
    case 'import':
    case 'from':
      return { ...all, after: code.search(/\bimport\b/) + 'import'.length }
    case 'for': {
      const end = code.search(/\bin\b/)
      return { ...all, before: end < 0 ? code.length : end }
    }
    case 'global':
    case 'nonlocal':
      return { ...all, after: 0 }
    default:
      return { ...all, before: endOfTargets(code) }
  }
}

/** Returns where the targets of an assignment end, and 0 for any other statement. */
function endOfTargets(code: string): number {
  let depth = 0
  let end = 0
  for (let at = 0; at < code.length; at++) {
    const letter = code.charAt(at)
    if ('([{'.includes(letter)) depth++
    else if (')]}'.includes(letter)) depth--
    else if (letter === '=' && depth === 0) {
      if (code[at + 1] === '=') at++
      else if (!'!<>:'.includes(code.charAt(at - 1) || ' ')) end = at
    }
  }
  return end
}

/** Puts blanks in place of texts, but keeps format strings, which contain code. */
function withoutTexts(code: string): string {
  let result = ''
  let from = 0
  for (const { start, end, isFormat } of textsIn(code)) {
    result += code.slice(from, start)
    result += isFormat ? code.slice(start, end) : ' '.repeat(end - start)
    from = end
  }
  return result + code.slice(from)
}

interface TextPlace {
  start: number
  end: number
  isFormat: boolean
}

/** Finds the texts in code without comments. */
export function* textsIn(code: string): Generator<TextPlace> {
  for (let at = 0; at < code.length; at++) {
    const quote = code.charAt(at)
    if (quote !== '"' && quote !== "'") continue
    const isFormat = /[fFtT]/.test(/[A-Za-z]{0,2}$/.exec(code.slice(Math.max(0, at - 2), at))?.[0] ?? '')
    const mark = code.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
    let end = at + mark.length
    while (end < code.length && !code.startsWith(mark, end)) end += code[end] === '\\' ? 2 : 1
    end = Math.min(end + mark.length, code.length)
    yield { start: at, end, isFormat }
    at = end - 1
  }
}

/** Returns the code without blanks that mean nothing. Texts stay as they are. */
export function squeezed(code: string): string {
  let result = ''
  let from = 0
  const squeeze = (part: string) =>
    part
      .replace(/\\\n/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ?([^\w ]) ?/g, '$1')
  for (const { start, end } of textsIn(code)) {
    result += squeeze(code.slice(from, start)) + code.slice(start, end)
    from = end
  }
  return (result + squeeze(code.slice(from))).trim()
}
