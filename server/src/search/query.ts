import { marks } from './document.ts'
import type { Condition, Relevance } from './sql.ts'
import { compact, joinedNeighbours, pairsOf, type Word, wordsOf } from './tokens.ts'

/** A word of what somebody typed, with the words it is taken for. */
export interface Term extends Word {
  corrections: readonly string[]
}

export interface TextQuery {
  terms: readonly Term[]
  /** The whole text as one word. */
  key: string
}

/** More words than anybody types; each costs the database a look-up. */
const mostTerms = 12

/** Undefined when nothing in the text can be looked up. */
export function parseText(text: string): TextQuery | undefined {
  const terms = wordsOf(text).map((word) => ({ ...word, corrections: [] }))
  const useful = terms.slice(0, mostTerms).filter((term, at) => !isUnfinished(term, at, terms.length))
  return useful.length > 0 ? { terms: useful, key: compact(text) } : undefined
}

/** While somebody types a further word, its first letter would match nearly everything: it is not asked for yet. */
function isUnfinished(term: Term, at: number, count: number): boolean {
  return at > 0 && at === count - 1 && isOneLetter(term)
}

const isOneLetter = ({ whole, isRun }: Word) => !isRun && whole.length === 1 && /\p{L}/u.test(whole)

type Weights = '' | 'A' | 'AB' | 'B'

/** Which entries a text finds: every word of it, wherever it stands, or all of it as one name. */
export function toCondition(query: TextQuery): Condition {
  const names = [marks.title, marks.core, marks.comfyNode].map((mark) => `'${mark}${query.key}'`)
  const [first, ...others] = query.terms
  if (first && others.length === 0 && isOneLetter(first))
    return anyOf([`'${marks.initial}${first.whole}'`, ...names])
  // Longer joined words are in the index for whole names only.
  const joined = query.terms.length > 2 ? [`'${query.key}':*`] : []
  return anyOf([allOf(termConditions(query, '', ':*')), ...joined, ...names])
}

/** The entry whose id or name is exactly the text. */
export const toExactCondition = ({ key }: TextQuery): Condition => `'${marks.title}${key}'`

/** How well an entry that was found fits. */
export function toRelevance(query: TextQuery): Relevance {
  const { key } = query
  return [
    { when: `'${marks.title}${key}'`, worth: 16 },
    { when: `'${marks.core}${key}'`, worth: 9 },
    { when: allOf(termConditions(query, 'A', ':')), worth: 5 },
    { when: allOf(termConditions(query, 'A', ':*')), worth: 4 },
    { when: `'${marks.comfyNode}${key}'`, worth: 3 },
    { when: anyOf([inOneName(query, ':'), allOf(termConditions(query, 'AB', ':'))]), worth: 2 },
    { when: allOf(termConditions(query, 'AB', ':*')), worth: 1.5 },
    { when: allOf(termConditions(query, '', ':')), worth: 1 },
    { when: toCondition(query), worth: 0.7 },
  ]
}

/** Which entries hold a comfy-node with a name that has every word of the text. */
export function toComfyNodeCondition(query: TextQuery): Condition {
  return anyOf([inOneName(query, ':*'), `'${marks.comfyNode}${query.key}':*`])
}

/** Who preempts the name stands first, then who has it exactly. */
export function toComfyNodeRelevance(query: TextQuery): Relevance {
  const { key } = query
  return [
    { when: `'${marks.preempted}${key}'`, worth: 1000 },
    { when: `'${marks.comfyNode}${key}'`, worth: 100 },
    { when: `'${marks.preempted}${key}':*`, worth: 20 },
    { when: `'${marks.comfyNode}${key}':*`, worth: 2 },
    { when: inOneName(query, ':'), worth: 1.5 },
    { when: toComfyNodeCondition(query), worth: 1 },
  ]
}

export const bothOf = (conditions: readonly Condition[]): Condition => allOf(conditions)

/** The words of one name share a place, which is what a distance of nothing asks for. */
function inOneName(query: TextQuery, match: ':' | ':*'): Condition {
  return `(${termConditions(query, 'B', match).join(' <0> ')})`
}

function termConditions({ terms }: TextQuery, weights: Weights, match: ':' | ':*'): Condition[] {
  return terms.map((term, at) => {
    const words = [term.whole, ...term.corrections, ...joinedWithNeighbours(terms, at)]
    if (term.isRun) return runCondition(term.whole, weights)
    const asParts = term.parts.every((part) => part.length > 1 || /\d/.test(part)) ? term.parts : []
    return anyOf([
      ...words.map((word) => wordCondition(word, weights, match)),
      ...(asParts.length > 1 ? [allOf(asParts.map((part) => `'${part}':${weights}`))] : []),
    ])
  })
}

function wordCondition(word: string, weights: Weights, match: ':' | ':*'): Condition {
  // The beginnings of one letter or digit are too many to look up, and say too little.
  return `'${word}'${word.length === 1 ? ':' : match}${weights}`
}

function runCondition(run: string, weights: Weights): Condition {
  const characters = [...run]
  if (characters.length === 1) return `'${run}':*${weights}`
  return allOf(
    pairsOf(run)
      .slice(0, -1)
      .map((pair) => `'${pair}':${weights}`),
  )
}

/** `animate diff` also finds `animatediff`: each of the two words is met by both as one. */
function joinedWithNeighbours(terms: readonly Term[], at: number): string[] {
  const around = [terms.slice(Math.max(0, at - 1), at + 1), terms.slice(at, at + 2)]
  return around
    .filter((pair) => pair.length === 2 && pair.every(({ isRun }) => !isRun))
    .flatMap((pair) => joinedNeighbours(pair.map(({ whole }) => whole)))
}

const anyOf = (conditions: readonly Condition[]) => combine(conditions, ' | ')
const allOf = (conditions: readonly Condition[]) => combine(conditions, ' & ')

function combine(conditions: readonly Condition[], operator: string): Condition {
  const different = [...new Set(conditions)]
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(operator)})`
}
