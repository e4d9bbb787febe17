/** Position of a function whose body has lines of its own. Offsets count UTF-16 units, rows count from 0. */
export interface FunctionPlace {
  /** Offset of `def` or `async`. */
  start: number
  startPosition: Position
  /** End of the line before the body. */
  headEnd: number
  headEndPosition: Position
  /** End of the last statement of the body. */
  end: number
  endPosition: Position
  /** Start of the next statement; only comments come before it. */
  next: number
}

interface Position {
  row: number
  column: number
}

export interface Outline {
  /** An outer function comes before the ones inside it. */
  functions: FunctionPlace[]
  /** Offsets of the first statement in each line that contains more than a comment. */
  statements: number[]
  /**
   * The text with blanks in place of comments and of statements that are only a string, such as
   * documentation.
   */
  code: string
  /** Those comments and statements, each on a line of its own. */
  remarks: string
}

/**
 * Reads the outline of a Python text without parsing it. Returns undefined when only a parser can tell apart
 * its strings or indentation. Source: Python language reference, 2 Lexical analysis.
 */
export function readOutline(text: string): Outline | undefined {
  try {
    return new OutlineReader(text).read()
  } catch (error) {
    if (!(error instanceof Unclear)) throw error
    return undefined
  }
}

class Unclear extends Error {}

interface OpenFunction {
  place: FunctionPlace
  indent: number
  hasBody: boolean
}

const [tab, lineBreak, space, doubleQuote, hash, singleQuote] = [9, 10, 32, 34, 35, 39]
const [open, close, colon, openIndex, backslash, closeIndex] = [40, 41, 58, 91, 92, 93]
const [openBrace, closeBrace] = [123, 125]

const head = /(?:async[ \t]+)?def[ \t]/y

/** A statement that starts with a string and runs nothing. */
const textStatement = /[rRuUbB]{0,2}["']/y

class OutlineReader {
  readonly #text: string
  readonly #found: FunctionPlace[] = []
  readonly #statements: number[] = []
  readonly #open: OpenFunction[] = []
  #at = 0
  #row = 0
  #rowStart = 0
  /** Indentation uses either blanks or tabs: a mix has more than one reading. */
  #indentBy = 0
  /** Starts and ends of remarks, alternating. */
  readonly #remarks: number[] = []
  /** End of the last line read, and of its first string. */
  #end = 0
  #textEnd = 0
  /** Open brackets in a field of a format string. */
  #fieldBrackets = 0
  #endPosition: Position = { row: 0, column: 0 }

  constructor(text: string) {
    this.#text = text
  }

  read(): Outline {
    if (this.#text.includes('\0')) throw new Unclear()
    while (this.#at < this.#text.length) this.#readLogicalLine()
    this.#closeFrom(0)
    return { functions: this.#found, statements: this.#statements, ...this.#withoutRemarks() }
  }

  #withoutRemarks(): Pick<Outline, 'code' | 'remarks'> {
    const code: string[] = []
    const remarks: string[] = []
    let from = 0
    for (let i = 0; i < this.#remarks.length; i += 2) {
      const [start = 0, end = 0] = [this.#remarks[i], this.#remarks[i + 1]]
      code.push(this.#text.slice(from, start), ' '.repeat(end - start))
      remarks.push(this.#text.slice(start, end))
      from = end
    }
    code.push(this.#text.slice(from))
    return { code: code.join(''), remarks: remarks.join('\n') }
  }

  #readLogicalLine(): void {
    const indent = this.#readIndent()
    const code = this.#text.charCodeAt(this.#at)
    if (code === hash) this.#skipComment()
    else if (code !== lineBreak && this.#at < this.#text.length) {
      this.#closeFrom(indent)
      const start = this.#at
      this.#statements.push(start)
      head.lastIndex = start
      const isFunction = head.test(this.#text)
      const startPosition = this.#position()
      textStatement.lastIndex = start
      const isText = textStatement.test(this.#text)
      this.#textEnd = 0
      const isHead = this.#readToLineEnd()
      if (isText && this.#textEnd === this.#end) this.#noteText(start)
      for (const one of this.#open) one.hasBody = true
      if (isFunction && isHead) this.#begin(start, startPosition, indent)
    }
    if (this.#at < this.#text.length) this.#breakLine()
  }

  /** Comments of this line come after the string. */
  #noteText(start: number): void {
    let at = this.#remarks.length
    while (at > 0 && (this.#remarks[at - 1] ?? 0) > start) at--
    this.#remarks.splice(at, 0, start, this.#end)
  }

  #begin(start: number, startPosition: Position, indent: number): void {
    const [headEnd, headEndPosition] = [this.#at, this.#position()]
    const place = {
      start,
      startPosition,
      headEnd,
      headEndPosition,
      end: headEnd,
      endPosition: headEndPosition,
      next: headEnd,
    }
    this.#open.push({ place, indent, hasBody: false })
    this.#found.push(place)
  }

  #closeFrom(indent: number): void {
    for (let last = this.#open.at(-1); last && last.indent >= indent; last = this.#open.at(-1)) {
      this.#open.pop()
      if (!last.hasBody) throw new Unclear()
      last.place.end = this.#end
      last.place.endPosition = this.#endPosition
      last.place.next = this.#at
    }
  }

  #readIndent(): number {
    const start = this.#at
    for (let code = this.#text.charCodeAt(this.#at); code === space || code === tab; ) {
      if (this.#indentBy !== code && this.#indentBy !== 0) throw new Unclear()
      this.#indentBy = code
      code = this.#text.charCodeAt(++this.#at)
    }
    return this.#at - start
  }

  /**
   * Reads up to the line break that ends the statement. Returns whether its only colon outside brackets is at
   * its end.
   */
  #readToLineEnd(): boolean {
    const text = this.#text
    let brackets = 0
    let colons = 0
    let isLastColon = false
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at)
      if (code === space || code === tab) continue
      if (code === lineBreak) {
        if (brackets === 0) break
        this.#noteRow()
        continue
      }
      if (code === hash) {
        this.#skipComment()
        this.#at--
        continue
      }
      isLastColon = false
      if (code === doubleQuote || code === singleQuote) {
        this.#skipString(code)
        this.#textEnd ||= this.#at + 1
      } else if (code === open || code === openIndex || code === openBrace) brackets++
      else if (code === close || code === closeIndex || code === closeBrace) {
        if (--brackets < 0) throw new Unclear()
      } else if (code === colon && brackets === 0) {
        colons++
        isLastColon = true
      } else if (code === backslash) {
        if (text.charCodeAt(++this.#at) !== lineBreak) throw new Unclear()
        this.#noteRow()
      } else if (code < space || code === 0xa0 || code >= 0x1680) this.#assertPlain(code)
      this.#end = this.#at + 1
    }
    this.#endPosition = { row: this.#row, column: this.#end - this.#rowStart }
    return isLastColon && colons === 1
  }

  /** Readers disagree about other blanks, such as a form feed. */
  #assertPlain(code: number): void {
    if (code < space || /[\s\p{C}\p{Z}]/u.test(String.fromCharCode(code))) throw new Unclear()
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    const next = end < 0 ? this.#text.length : end
    this.#remarks.push(this.#at, next)
    this.#at = next
  }

  /** Stops at the last quote. */
  #skipString(quote: number): void {
    const text = this.#text
    const isFormat = /[ftFT]/.test(this.#prefix())
    const isLong = text.charCodeAt(this.#at + 1) === quote && text.charCodeAt(this.#at + 2) === quote
    if (!isLong && text.charCodeAt(this.#at + 1) === quote) {
      this.#at++
      return
    }
    this.#at += isLong ? 3 : 1
    let field = 0
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at)
      if (code === quote) {
        if (!isLong) break
        if (text.charCodeAt(this.#at + 1) === quote && text.charCodeAt(this.#at + 2) === quote) break
      }
      if (code === backslash) {
        if (field > 0) throw new Unclear()
        const next = text.charCodeAt(++this.#at)
        if (isFormat && next === openBrace) throw new Unclear()
        if (next === lineBreak) this.#noteRow()
      } else if (code === lineBreak) {
        if (!isLong || field > 0) throw new Unclear()
        this.#noteRow()
      } else if (isFormat) field = this.#readFormat(code, quote, field)
    }
    if (this.#at >= text.length || field > 0) throw new Unclear()
    if (isLong) this.#at += 2
  }

  /** Returns the depth of braces at the next character of a format string. */
  #readFormat(code: number, quote: number, field: number): number {
    const text = this.#text
    if (code === openBrace) {
      if (field === 0 && text.charCodeAt(this.#at + 1) === openBrace) {
        this.#at++
        return 0
      }
      if (field === 0) this.#fieldBrackets = 0
      return field + 1
    }
    if (field === 0) return 0
    if (code === closeBrace) {
      if (this.#fieldBrackets !== 0) throw new Unclear()
      return field - 1
    }
    if (code === open || code === openIndex) this.#fieldBrackets++
    if (code === close || code === closeIndex) this.#fieldBrackets--
    if (code === hash) throw new Unclear()
    if (code === doubleQuote || code === singleQuote) this.#skipInner(code, quote)
    else if (code === colon && this.#fieldBrackets <= 0 && !isPlainFormat(text, this.#at)) throw new Unclear()
    return field
  }

  /** A string inside a format string must not contain the outer quotes or escapes. */
  #skipInner(inner: number, quote: number): void {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === inner && inner !== quote) return
      if (code === quote || code === backslash || code === lineBreak) throw new Unclear()
    }
  }

  #prefix(): string {
    let from = this.#at
    while (from > 0 && /[A-Za-z]/.test(this.#text.charAt(from - 1))) from--
    return this.#text.slice(from, this.#at)
  }

  #breakLine(): void {
    this.#noteRow()
    this.#at++
  }

  /** Records that the next row starts after this line break. */
  #noteRow(): void {
    this.#row++
    this.#rowStart = this.#at + 1
  }

  #position(): Position {
    return { row: this.#row, column: this.#at - this.#rowStart }
  }
}

/** Quotes in a format, up to the end of its field, do not start strings. */
function isPlainFormat(text: string, colon: number): boolean {
  plainFormat.lastIndex = colon
  return plainFormat.test(text)
}

const plainFormat = /[^"'{}]{0,150}(\{[^"'{}]{0,150}\}[^"'{}]{0,150}){0,4}\}/y
