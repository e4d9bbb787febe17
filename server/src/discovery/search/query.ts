import { marks } from './document.ts'
import { isStopWord, type Meaning, meaningsOf, type Phrase } from './meanings.ts'
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
  /** Other words for what is asked, from the glossary; their places are those of `terms`. */
  meanings: readonly Meaning[]
}

/** More words than anybody types; each costs the database a look-up. */
const mostTerms = 12

/** Undefined when nothing in the text can be looked up. */
export function parseText(text: string): TextQuery | undefined {
  const terms = wordsOf(text).map((word) => ({ ...word, corrections: [] }))
  const useful = terms.slice(0, mostTerms).filter((term, at) => !isUnfinished(term, at, terms.length))
  return useful.length > 0 ? toQuery(useful, compact(text)) : undefined
}

/** Words that only say how something is asked count in names, but need not be found. */
export function toQuery(terms: readonly Term[], key: string): TextQuery {
  const telling = terms.filter((term) => !isStopWord(term))
  const needed = telling.length > 0 ? telling : terms
  return { terms: needed, key, meanings: meaningsOf(needed) }
}

/** While somebody types a further word, its first letter would match nearly everything: it is not asked for yet. */
function isUnfinished(term: Term, at: number, count: number): boolean {
  return at > 0 && at === count - 1 && isOneLetter(term)
}

const isOneLetter = ({ whole, isRun }: Word) => !isRun && whole.length === 1 && /\p{L}/u.test(whole)

type Weights = '' | 'A' | 'AB' | 'AD' | 'B'

/** Which entries a text finds: every word of it or what it means, wherever it stands, or all of it as one name. */
export function toCondition(query: TextQuery): Condition {
  const [first, ...others] = query.terms
  if (first && others.length === 0 && isOneLetter(first))
    return anyOf([`'${marks.initial}${first.whole}'`, ...nameConditions(query)])
  // Longer joined words are in the index for whole names only.
  const joined = query.terms.length > 2 ? [`'${query.key}':*`] : []
  return anyOf([allOf(meantConditions(query, '', ':*')), ...joined, ...nameConditions(query)])
}

const nameConditions = ({ key }: TextQuery) =>
  [marks.title, marks.core, marks.comfyNode].map((mark) => `'${mark}${key}'`)

/** Whatever is called like this: its words begin the words of an id or a name. */
export const toNameCondition = (query: TextQuery): Condition => allOf(termConditions(query, 'A', ':*'))

/** For texts that find next to nothing: some of the words are enough. */
export function toLooseCondition(query: TextQuery): Condition {
  return anyOf([...meantConditions(query, '', ':*'), ...nameConditions(query)])
}

/** The more of the words are met, and the nearer to the name, the better. */
export function toLooseRelevance(query: TextQuery): Relevance {
  const inName = meantConditions(query, 'AB', ':*')
  const anywhere = meantConditions(query, '', ':*')
  const withoutOne = (conditions: readonly Condition[]) =>
    anyOf(conditions.map((_, at) => allOf(conditions.filter((__, other) => other !== at))))
  const nearly =
    anywhere.length > 2
      ? [
          { when: withoutOne(inName), worth: 0.6 },
          { when: withoutOne(anywhere), worth: 0.4 },
        ]
      : []
  return [
    ...toRelevance(query).slice(0, -1),
    { when: allOf(anywhere), worth: 0.8 },
    ...nearly,
    { when: anyOf(inName), worth: 0.2 },
    { when: anyOf(anywhere), worth: 0.1 },
  ]
}

/** The entry whose id or name is exactly the text. */
export const toExactCondition = ({ key }: TextQuery): Condition => `'${marks.title}${key}'`

/** How well an entry that was found fits. What was meant counts a little less than what was typed. */
export function toRelevance(query: TextQuery): Relevance {
  const { key } = query
  const comfyNode = `'${marks.comfyNode}${key}'`
  const all: Relevance = [
    { when: `'${marks.title}${key}'`, worth: 16, isOfName: true },
    { when: `'${marks.core}${key}'`, worth: 9, isOfName: true },
    { when: allOf(termConditions(query, 'A', ':')), worth: 5, isOfName: true },
    { when: allOf(termConditions(query, 'A', ':*')), worth: 4, isOfName: true },
    ...(query.terms.length === 1 ? [{ when: comfyNode, worth: 5 }] : []),
    { when: allOf(meantConditions(query, 'A', ':*')), worth: 3.5, isOfName: true },
    // What has blanks is more likely to be said of a node than to be the name of a comfy-node.
    ...(query.terms.length > 1 ? [{ when: comfyNode, worth: 3 }] : []),
    { when: inOneName(query, ':'), worth: 2 },
    { when: allOf(meantConditions(query, 'AD', ':*')), worth: 1.8 },
    { when: inOneName(query, ':*'), worth: 1.4 },
    { when: allOf(termConditions(query, '', ':')), worth: 1 },
    { when: toCondition(query), worth: 0.7 },
  ]
  return all.filter(({ when }, at) => all.findIndex((one) => one.when === when) === at)
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

function termConditions(query: TextQuery, weights: Weights, match: ':' | ':*'): Condition[] {
  return termAlternatives(query, weights, match).map(anyOf)
}

/** For each term, the conditions of which one is enough. */
function termAlternatives({ terms }: TextQuery, weights: Weights, match: ':' | ':*'): Condition[][] {
  return terms.map((term, at) => {
    const words = [term.whole, ...term.corrections, ...joinedWithNeighbours(terms, at)]
    if (term.isRun) return [runCondition(term.whole, weights)]
    const asParts = term.parts.every((part) => part.length > 1 || /\d/.test(part)) ? term.parts : []
    return [
      ...words.map((word) => wordCondition(word, weights, match)),
      ...(asParts.length > 1 ? [allOf(asParts.map((part) => `'${part}':${weights}`))] : []),
    ]
  })
}

/** Each term, by what it means as well. */
function meantConditions(query: TextQuery, weights: Weights, match: ':' | ':*'): Condition[] {
  const literal = termAlternatives(query, weights, match)
  const { terms, meanings } = query
  const strong = meanings.filter(({ isWeak }) => !isWeak)
  return terms.flatMap((term, at) => {
    const covering = meanings.filter(({ from, to }) => from <= at && at < to)
    const single = covering.filter(({ isCombined }) => !isCombined)
    // A run may hold several concepts.
    const needed = single.some(({ isWeak }) => !isWeak) ? single.filter(({ isWeak }) => !isWeak) : single
    const isNeeded =
      needed.length > 0 ? needed.some(({ isWeak }) => !isWeak) : covering.length > 0 || isEnglish(term)
    if (!isNeeded && strong.length > 0) return []
    const meant = needed.map(({ phrases }) => phrases.map((one) => phraseCondition(one, weights)))
    return anyOf([
      ...(literal[at] ?? []),
      ...(meant.length > 1 ? [allOf(meant.map(anyOf))] : meant.flat()),
      ...covering
        .filter(({ isCombined }) => isCombined)
        .flatMap(({ phrases }) => phrases.map((one) => phraseCondition(one, weights))),
      ...beginningOf(term).map((word) => wordCondition(word, weights, ':*')),
    ])
  })
}

/** Names are written in Latin letters: a word in others that nobody understands is none. */
const isEnglish = ({ whole }: Word) => /^[a-z0-9]/.test(whole)

const phraseCondition = (phrase: Phrase, weights: Weights): Condition =>
  allOf(phrase.map((word) => wordCondition(word, weights, word.length > 3 ? ':*' : ':')))

const endings = /(?:ation|ition|ings?|ions?|ers?|ors?|als?|ies|es|ed|s)$/

/** What stays of an English word in all its forms: `interpol` of interpolating and interpolation. */
function beginningOf({ whole, isRun }: Word): string[] {
  if (isRun || !/^[a-z]+$/.test(whole)) return []
  const beginning = whole.replace(endings, '')
  return beginning !== whole && beginning.length >= 4 ? [beginning] : []
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

/** Without words that a shorter beginning among the others finds as well: each costs a look into the index. */
function anyOf(conditions: readonly Condition[]): Condition {
  const isFoundBy = (one: Condition, other: Condition) => {
    const [, beginning, weights] = /^'([^']*)':\*([A-D]*)$/.exec(other) ?? []
    if (one === other || beginning === undefined || !one.startsWith(`'${beginning}`)) return false
    return new RegExp(`^'[^']*'(:\\*?)?${weights}$`).test(one)
  }
  const needed = conditions.filter((one) => !conditions.some((other) => isFoundBy(one, other)))
  return combine(needed, ' | ')
}
const allOf = (conditions: readonly Condition[]) => combine(conditions, ' & ')

function combine(conditions: readonly Condition[], operator: string): Condition {
  const different = [...new Set(conditions)]
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(operator)})`
}
