import type { Condition } from '../sql.ts'

/** A condition on a search entry, read: what is in the text form of PostgreSQL's `tsquery`, without negations. */
export type Parsed = Word | Combined

export interface Word {
  kind: 'word'
  /** The same for the same word, whatever its weights. */
  number: number
  /** The bytes of its UTF-8 as characters, which sort as the bytes do. */
  lexeme: string
  /** Whether words that begin like this are meant too. */
  isBeginning: boolean
  /** A bit for each weight that it must have one of, see {@link weightBits}; 0: wherever it stands. */
  weights: number
}

export interface Combined {
  /** `together`: at the same place of the entry. */
  kind: 'all' | 'any' | 'together'
  of: readonly Parsed[]
}

export const weightBits = { D: 1, C: 2, B: 4, A: 8 } as const

const operators = { '|': 'any', '&': 'all', '<0>': 'together' } as const
type Operator = keyof typeof operators
/** Those that bind less first. */
const byBinding: readonly Operator[] = ['|', '&', '<0>']

const token = /\s*(?:'((?:[^'\\]|''|\\\\)*)'(:[*A-D]*)?|(\(|\)|\||&|<0>))/y

/**
 * Gives words the numbers of `numbers`, and adds those that are not there.
 * @throws Error for what this program does not write.
 */
export function parseCondition(text: Condition, numbers: Map<string, number> = new Map()): Parsed {
  token.lastIndex = 0
  let next = read()
  const parsed = combination(0)
  if (next.word || next.sign) throw unreadable()
  return parsed

  function read(): { word?: Word; sign?: string } {
    const from = token.lastIndex
    const match = token.exec(text)
    if (!match) {
      if (text.slice(from).trim()) throw unreadable()
      return {}
    }
    const [, word, asked = '', sign] = match
    return word === undefined ? { sign: sign ?? '' } : { word: toWord(word, asked) }
  }

  function combination(level: number): Parsed {
    const operator = byBinding[level]
    if (!operator) return one()
    const of = [combination(level + 1)]
    while (next.sign === operator) {
      next = read()
      of.push(combination(level + 1))
    }
    return of.length === 1 ? (of[0] as Parsed) : { kind: operators[operator], of }
  }

  function one(): Parsed {
    const { word, sign } = next
    if (!word && sign !== '(') throw unreadable()
    next = read()
    if (word) return word
    const inside = combination(0)
    if (next.sign !== ')') throw unreadable()
    next = read()
    return inside
  }

  function toWord(quoted: string, asked: string): Word {
    const lexeme = lexemeOf(quoted.replace(/''|\\\\/g, (pair) => pair.slice(1)))
    const isBeginning = asked.includes('*')
    const key = isBeginning ? `${lexeme}*` : lexeme
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    const letters = [...asked] as (keyof typeof weightBits)[]
    const weights = letters.reduce((bits, letter) => bits | (weightBits[letter] ?? 0), 0)
    return { kind: 'word', number, lexeme, isBeginning, weights }
  }

  function unreadable() {
    return new Error(`A condition cannot be read: ${text}`)
  }
}

export const lexemeOf = (word: string): string => Buffer.from(word).toString('latin1')
