import type { NamePattern } from '../../packs/nodes/sql.ts'

const maxPatternLength = 500
const maxTexts = 20
/** A shorter part would fit names of many packs. */
const shortest = 2
const longest = 100

/**
 * Translates the regular expressions of name lists into plain parts of names, such as ` (rgthree)` at the end. Lists use
 * anchors, alternatives in groups and escaped characters only; anything else gives no pattern, because a stranger's
 * expression could take any time to match.
 */
export function readNamePattern(text: unknown): NamePattern[] {
  if (typeof text !== 'string' || text.length > maxPatternLength) return []
  const branches = new PatternReader(text).branches()
  if (!branches) return []
  const patterns = branches.map(toPattern)
  return patterns.every((pattern) => pattern !== undefined) ? patterns : []
}

/** The anchors are characters that no name has. */
const start = '\u0001'
const end = '\u0002'

function toPattern(branch: string): NamePattern | undefined {
  const isStart = branch.startsWith(start)
  const isEnd = branch.endsWith(end)
  const text = branch.slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
  const isPlain = !text.includes(start) && !text.includes(end)
  if (!isPlain || text.trim().length < shortest || text.length > longest) return undefined
  return { place: isStart ? (isEnd ? 'whole' : 'start') : isEnd ? 'end' : 'inside', text }
}

/** Reads an expression into all texts that it stands for. */
class PatternReader {
  readonly #characters: string[]
  #at = 0

  constructor(text: string) {
    this.#characters = [...text]
  }

  branches(): string[] | undefined {
    const found = this.#alternatives()
    return this.#at === this.#characters.length ? found : undefined
  }

  #alternatives(): string[] | undefined {
    const all: string[] = []
    for (;;) {
      const branch = this.#sequence()
      if (!branch) return undefined
      all.push(...branch)
      if (all.length > maxTexts) return undefined
      if (this.#characters[this.#at] !== '|') return all
      this.#at++
    }
  }

  #sequence(): string[] | undefined {
    let texts = ['']
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      const parts = this.#atom()
      if (!parts || texts.length * parts.length > maxTexts) return undefined
      texts = texts.flatMap((text) => parts.map((part) => text + part))
    }
    return texts
  }

  #atom(): string[] | undefined {
    const character = this.#characters[this.#at++] ?? ''
    if (character === '^') return [start]
    if (character === '$') return [end]
    if (character === '(') {
      const inside = this.#alternatives()
      return this.#characters[this.#at++] === ')' ? inside : undefined
    }
    if (character === '\\') {
      const escaped = this.#characters[this.#at++] ?? ''
      // Letters and digits after a backslash stand for classes of characters.
      return /^[^\p{L}\p{N}]$/u.test(escaped) ? [escaped] : undefined
    }
    return /^[.*+?[\]{}]$/.test(character) ? undefined : [character]
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }
}
