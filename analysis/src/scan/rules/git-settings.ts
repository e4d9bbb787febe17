/** One line of a git configuration file. */
export interface GitSetting {
  line: number
  /** The parts of `[submodule "name"]`: the section in lowercase, the name as written. */
  section: string
  name: string
  /** In lowercase. */
  key: string
  value: string
}

/** A section, or a key with its value. Blanks and comments before it are skipped one at a time. */
const sectionLine = /\[\s*([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\s*\]/y
const keyName = /[A-Za-z][\w-]*/y
const equalSign = /[ \t]*=[ \t]*/y
const restOfLine = /[^\n]*/y

/**
 * Reads settings as git does: values can be partly quoted, contain escapes and continue on the next line.
 * Lines that git would refuse are skipped. Source: git-config, Syntax.
 */
export function* gitSettings(text: string): Generator<GitSetting> {
  let [line, section, name] = [1, '', '']
  for (let at = 0; at < text.length; ) {
    const letter = text.charAt(at)
    if (letter === '\n') line++
    const header = letter === '[' ? match(sectionLine, text, at) : undefined
    const key = match(keyName, text, at)
    if (header) {
      ;[, section = '', name = ''] = header
      section = section.toLowerCase()
      name = name.replace(/\\(.)/g, '$1')
      at += header[0].length
    } else if (key) {
      at += key[0].length
      const sign = match(equalSign, text, at)
      const read = sign ? readValue(text, at + sign[0].length) : undefined
      if (read) yield { line, section, name, key: key[0].toLowerCase(), value: read.value }
      line += read?.lines ?? 0
      at = read?.end ?? endOfLine(text, at)
    } else at = /\s/.test(letter) ? at + 1 : endOfLine(text, at)
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function endOfLine(text: string, at: number): number {
  return at + (match(restOfLine, text, at)?.[0].length ?? 0)
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Returns the value up to, but without, the end of its line, and the number of lines that it spans. */
function readValue(text: string, start: number): { value: string; end: number; lines: number } {
  const parts: string[] = []
  let [at, lines, isQuoted, kept] = [start, 0, false, 0]
  for (; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\n' || (letter === '\r' && text.charAt(at + 1) === '\n')) break
    if (!isQuoted && (letter === '#' || letter === ';')) {
      at = endOfLine(text, at)
      break
    }
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\') {
      const next = text.charAt(++at)
      if (next === '\n') lines++
      else parts.push(escapes[next] ?? next)
    } else parts.push(letter)
    // Trailing blanks count only in quotes.
    if (isQuoted || !/\s/.test(letter)) kept = parts.length
  }
  return { value: parts.slice(0, kept).join(''), end: at, lines }
}
