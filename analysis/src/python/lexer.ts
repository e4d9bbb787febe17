/** A fault in Python's words, with the line that Python reports. */
export interface Fault {
  line: number
  message: string
  /** The fault is in the bytes, not in the text. */
  isEncoding?: boolean
}

export interface LexicalFault extends Fault {
  /** The parser's grammar accepts this fault, so it counts even when the parser found none. */
  isSure?: boolean
}

export interface Token {
  kind: 'name' | 'number' | 'string' | 'operator' | 'end'
  text: string
  line: number
  /** Number of brackets around it. */
  depth: number
  /** Only blanks come before it in its line. */
  startsLine: boolean
  indentation: Indentation
}

/**
 * The indentation of a line: its column when a tab advances to the next multiple of eight, and when a tab
 * counts as one.
 */
export interface Indentation {
  column: number
  alternative: number
}

export interface Bracket {
  letter: string
  line: number
  /** It is inside a formatted string, and more of that follows. */
  isInText?: boolean
}

interface OpenText {
  quote: string
  line: number
  isFormatted: boolean
  /** Number of brackets around it: with more of them open, a field is being read. */
  depth: number
  /** The part after the colon of a field. */
  isFormat?: boolean
}

const leadingZeros =
  'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers'

type Take = (token: Token) => LexicalFault | undefined

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const namePattern = /[\p{XID_Start}_][\p{XID_Continue}]*/uy
const numberPattern =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)/y
const prefix = /^(?:[rbuft]|br|rb|fr|rf|tr|rt)$/i
const flat: Indentation = { column: 0, alternative: 0 }

/**
 * Tokenizes a text like Python's own tokenizer, with the faults that Python finds on the way. Reads each
 * character once. Source: CPython, `Parser/tokenizer.c`.
 */
export class Lexer {
  readonly #text: string
  readonly #take: Take
  readonly #brackets: Bracket[] = []
  readonly #texts: OpenText[] = []
  #at = 0
  #line = 1
  #startsLine = true
  #indentation = flat
  #fault: LexicalFault | undefined
  readonly #comments: [number, number][] = []

  constructor(text: string, take: Take) {
    this.#text = text
    this.#take = take
  }

  /** Starts and ends of the comments read so far. */
  get comments(): readonly [number, number][] {
    return this.#comments
  }

  /** Returns the first fault, and the innermost bracket that is still open at the end. */
  read(): { fault?: LexicalFault; open?: Bracket } {
    this.#readIndentation()
    while (this.#at < this.#text.length && !this.#fault) {
      if (this.#isInText()) this.#readText()
      else this.#readCode()
    }
    if (!this.#fault && this.#isInText()) this.#endText()
    if (!this.#fault && this.#brackets.length === 0) this.#emit('end', '')
    const open = this.#brackets.at(-1)
    return { ...(this.#fault ? { fault: this.#fault } : {}), ...(open ? { open } : {}) }
  }

  #isInText(): boolean {
    const text = this.#texts.at(-1)
    return text !== undefined && this.#brackets.length === text.depth
  }

  #fail(message: string, line = this.#line, isSure = false): void {
    this.#fault ??= { line, message, isSure }
  }

  /** Tokens in the fields of a formatted string belong to that string. */
  #emit(kind: Token['kind'], text: string): void {
    if (this.#texts.length > 0) return
    const depth = this.#brackets.length
    const fault = this.#take({
      kind,
      text,
      line: this.#line,
      depth,
      startsLine: this.#startsLine,
      indentation: this.#indentation,
    })
    this.#fault ??= fault
    this.#startsLine = false
  }

  #readCode(): void {
    const letter = this.#text.charAt(this.#at)
    if (letter === '\n') this.#readNewline()
    else if (letter === ' ' || letter === '\t' || letter === '\f') this.#at++
    else if (letter === '#') this.#readComment()
    else if (letter === '\\') this.#readContinuation()
    else if (letter === '"' || letter === "'") this.#openText(false)
    else if (isDigit(letter) || (letter === '.' && isDigit(this.#text.charAt(this.#at + 1))))
      this.#readNumber()
    else if (!this.#readName()) this.#readOperator(letter)
  }

  #readNewline(): void {
    if (this.#brackets.length === 0) this.#emit('end', '')
    this.#at++
    this.#line++
    this.#startsLine = true
    this.#readIndentation()
  }

  #readIndentation(): void {
    let [column, alternative] = [0, 0]
    for (; ; this.#at++) {
      const letter = this.#text.charAt(this.#at)
      if (letter === ' ') {
        column++
        alternative++
      } else if (letter === '\t') {
        column = (Math.floor(column / 8) + 1) * 8
        alternative++
      } else if (letter === '\f') [column, alternative] = [0, 0]
      else break
    }
    this.#indentation = { column, alternative }
  }

  #readComment(): void {
    const newline = this.#text.indexOf('\n', this.#at)
    const end = newline < 0 ? this.#text.length : newline
    this.#comments.push([this.#at, end])
    this.#at = end
  }

  #readContinuation(): void {
    const next = this.#text.charAt(this.#at + 1)
    if (next !== '\n' && next !== '') this.#fail('unexpected character after line continuation character')
    this.#at += 2
    this.#line++
  }

  #readNumber(): void {
    numberPattern.lastIndex = this.#at
    const number = numberPattern.exec(this.#text)?.[0] ?? '.'
    const after = this.#text.charAt(this.#at + number.length)
    const isZeroed = /^0[0_]*[1-9][0-9_]*$/.test(number)
    if (isZeroed && this.#texts.length === 0) this.#fail(leadingZeros, this.#line, true)
    else if (after === 'L' || after === 'l') this.#fail('invalid decimal literal', this.#line, true)
    this.#emit('number', number)
    this.#at += number.length
  }

  /** Returns false when no name starts here. */
  #readName(): boolean {
    namePattern.lastIndex = this.#at
    const name = namePattern.exec(this.#text)?.[0]
    if (name === undefined) return false
    const next = this.#text.charAt(this.#at + name.length)
    if ((next === '"' || next === "'") && prefix.test(name)) {
      this.#startTextAt(this.#at + name.length, /[ft]/i.test(name))
      return true
    }
    this.#emit('name', name)
    this.#at += name.length
    return true
  }

  #readOperator(letter: string): void {
    const open = this.#brackets.at(-1)
    if (letter === '(' || letter === '[' || letter === '{') {
      this.#emit('operator', letter)
      this.#brackets.push({ letter, line: this.#line })
    } else if (letter in closers) {
      if (!this.#close(letter, open)) return
      this.#emit('operator', letter)
    } else if (open?.isInText && letter === ':') this.#startFormat()
    else if (letter.charCodeAt(0) > 126 || letter < ' ') this.#failAt()
    else this.#emit('operator', letter)
    this.#at++
  }

  #close(letter: string, open: Bracket | undefined): boolean {
    if (open?.letter === closers[letter]) {
      this.#brackets.pop()
      return true
    }
    const opened = open && open.line !== this.#line ? ` on line ${open.line}` : ''
    this.#fail(
      open
        ? `closing parenthesis '${letter}' does not match opening parenthesis '${open.letter}'${opened}`
        : `unmatched '${letter}'`,
    )
    return false
  }

  #failAt(): void {
    const letter = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    const isShown = /^[^\p{C}\p{Z}]$/u.test(letter)
    this.#fail(
      isShown ? `invalid character '${letter}' (${code})` : `invalid non-printable character ${code}`,
    )
  }

  #openText(isFormatted: boolean): void {
    this.#startTextAt(this.#at, isFormatted)
  }

  #startTextAt(at: number, isFormatted: boolean): void {
    this.#emit('string', '')
    const letter = this.#text.charAt(at)
    const quote = this.#text.startsWith(letter.repeat(3), at) ? letter.repeat(3) : letter
    this.#texts.push({ quote, line: this.#line, isFormatted, depth: this.#brackets.length })
    this.#at = at + quote.length
  }

  /** Reads one step within a string. */
  #readText(): void {
    const text = this.#texts.at(-1)
    if (!text) return
    const { quote, isFormatted, isFormat } = text
    const letter = this.#text.charAt(this.#at)
    if (letter === '\\') {
      if (this.#text.charAt(this.#at + 1) === '\n') this.#line++
      this.#at += 2
    } else if (isFormat ? letter === '}' : this.#text.startsWith(quote, this.#at))
      this.#closeText(isFormat, quote)
    else if (letter === '\n' && quote.length === 1) this.#endText()
    else if (isFormatted && letter === '{') this.#openField(isFormat)
    else {
      if (letter === '\n') this.#line++
      this.#at++
    }
  }

  #closeText(isFormat: boolean | undefined, quote: string): void {
    this.#texts.pop()
    if (isFormat) this.#brackets.pop()
    this.#at += isFormat ? 1 : quote.length
  }

  /** Handles the end of an unterminated string. */
  #endText(): void {
    const { quote, line, isFormatted } = this.#texts.at(-1) ?? {
      quote: '',
      line: this.#line,
      isFormatted: false,
    }
    const what = isFormatted ? 'f-string' : 'string'
    const kind = quote.length === 3 ? `triple-quoted ${what}` : what
    const last = quote.length === 3 && this.#text.endsWith('\n') ? this.#line - 1 : this.#line
    this.#fail(`unterminated ${kind} literal (detected at line ${last})`, line)
  }

  #openField(isFormat: boolean | undefined): void {
    if (!isFormat && this.#text.charAt(this.#at + 1) === '{') {
      this.#at += 2
      return
    }
    this.#brackets.push({ letter: '{', line: this.#line, isInText: true })
    this.#at++
  }

  #startFormat(): void {
    const around = this.#texts.at(-1)
    if (!around) return
    this.#texts.push({ ...around, depth: this.#brackets.length, isFormatted: true, isFormat: true })
  }
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9'
}
