import { allOf, anyOf, type Condition, ofOneComfyNode, type Relevance, wordCondition } from './condition.ts'
import { marks } from './document.ts'
import type { Column } from './engine/word-index.ts'
import { isStopWord, type Meaning, meaningsOf, type Phrase } from './meanings.ts'
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

/** More words than anyone types; each costs look-ups. */
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

type Columns = readonly Column[]
const anywhere: Columns = []
const inNames: Columns = ['names']
const inComfy: Columns = ['comfy']

/** Which nodes a text finds: every word of it or its meaning, wherever it stands, or all of it as one name. */
export function toCondition(query: TextQuery): Condition {
  const [first, ...others] = query.terms
  if (first && others.length === 0 && isOneLetter(first))
    return anyOf([wordCondition(marks.initial + first.whole, false, inNames), ...nameConditions(query)])
  // Longer joined words are in the index for whole names only.
  const joined = query.terms.length > 2 ? [wordCondition(query.key, false)] : []
  return anyOf([allOf(meantConditions(query, anywhere, true)), ...joined, ...nameConditions(query)])
}

const title = ({ key }: TextQuery) => wordCondition(marks.title + key, false, inNames)
const core = ({ key }: TextQuery) => wordCondition(marks.core + key, false, inNames)
const comfyNode = ({ key }: TextQuery) => wordCondition(marks.comfyNode + key, false, inComfy)
const nameConditions = (query: TextQuery) => [title(query), core(query), comfyNode(query)]

/** Nodes called like this: its words begin words of the id or the name. */
export const toNameCondition = (query: TextQuery): Condition => allOf(termConditions(query, inNames, true))

/** For texts that find next to nothing: some of the words are enough. */
export function toLooseCondition(query: TextQuery): Condition {
  return anyOf([...meantConditions(query, anywhere, true), ...nameConditions(query)])
}

/** The more words match, and the nearer to the name, the better. */
export function toLooseRelevance(query: TextQuery): Relevance {
  const inName = meantConditions(query, ['names', 'comfy'], true)
  const somewhere = meantConditions(query, anywhere, true)
  const withoutOne = (conditions: readonly Condition[]) =>
    anyOf(conditions.map((_, at) => allOf(conditions.filter((__, other) => other !== at))))
  const nearly =
    somewhere.length > 2
      ? [
          { when: withoutOne(inName), worth: 0.6 },
          { when: withoutOne(somewhere), worth: 0.4 },
        ]
      : []
  return [
    ...toRelevance(query).slice(0, -1),
    { when: allOf(somewhere), worth: 0.8 },
    ...nearly,
    { when: anyOf(inName), worth: 0.2 },
    { when: anyOf(somewhere), worth: 0.1 },
  ]
}

/** The node whose id or name is exactly the text. */
export const toExactCondition = (query: TextQuery): Condition => title(query)

/** How well a node that was found fits. The meaning counts a little less than the typed words. */
export function toRelevance(query: TextQuery): Relevance {
  return [
    { when: title(query), worth: 16 },
    { when: core(query), worth: 9 },
    { when: allOf(termConditions(query, inNames, false)), worth: 5 },
    { when: allOf(termConditions(query, inNames, true)), worth: 4 },
    ...(query.terms.length === 1 ? [{ when: comfyNode(query), worth: 5 }] : []),
    { when: allOf(meantConditions(query, inNames, true)), worth: 3.5 },
    // A text with blanks is more likely to describe a node than to name a comfy-node.
    ...(query.terms.length > 1 ? [{ when: comfyNode(query), worth: 3 }] : []),
    { when: inOneName(query, false), worth: 2 },
    { when: allOf(meantConditions(query, ['names', 'description'], true)), worth: 1.8 },
    { when: inOneName(query, true), worth: 1.4 },
    { when: allOf(termConditions(query, anywhere, false)), worth: 1 },
    { when: toCondition(query), worth: 0.7 },
  ]
}

/** Holds for one comfy-node with a name that has every word of the text. */
export function toComfyNodeCondition(query: TextQuery): Condition {
  return anyOf([inOneName(query, true), wordCondition(marks.comfyNode + query.key, true, inComfy)])
}

/** The node that preempts the name comes first, then those that have exactly this name. */
export function toComfyNodeRelevance(query: TextQuery): Relevance {
  const preempted = marks.preempted + query.key
  return [
    { when: wordCondition(preempted, false, ['people']), worth: 1000 },
    { when: comfyNode(query), worth: 100 },
    { when: wordCondition(preempted, true, ['people']), worth: 20 },
    { when: wordCondition(marks.comfyNode + query.key, true, inComfy), worth: 2 },
    { when: inOneName(query, false), worth: 1.5 },
    { when: toComfyNodeCondition(query), worth: 1 },
  ]
}

/** Holds when one comfy-node has all words in its name. */
const inOneName = (query: TextQuery, isBeginning: boolean): Condition =>
  ofOneComfyNode(allOf(termConditions(query, inComfy, isBeginning)))

function termConditions(query: TextQuery, columns: Columns, isBeginning: boolean): Condition[] {
  return termAlternatives(query, columns, isBeginning).map(anyOf)
}

/** For each term, the conditions of which one is enough. */
function termAlternatives({ terms }: TextQuery, columns: Columns, isBeginning: boolean): Condition[][] {
  return terms.map((term, at) => {
    const words = [term.whole, ...term.corrections]
    if (term.isRun) return [runCondition(term.whole, columns)]
    const asParts = term.parts.every((part) => part.length > 1 || /\d/.test(part)) ? term.parts : []
    return [
      ...words.map((word) => beginningCondition(word, columns, isBeginning)),
      ...joinedWithNeighbours(terms, at).map((word) => wordCondition(word, false, columns)),
      ...(asParts.length > 1 ? [allOf(asParts.map((part) => wordCondition(part, false, columns)))] : []),
    ]
  })
}

/** Each term, by its meaning as well. */
function meantConditions(query: TextQuery, columns: Columns, isBeginning: boolean): Condition[] {
  const literal = termAlternatives(query, columns, isBeginning)
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
    const meant = needed.map(({ phrases }) => phrases.map((one) => phraseCondition(one, columns)))
    return anyOf([
      ...(literal[at] ?? []),
      ...(meant.length > 1 ? [allOf(meant.map(anyOf))] : meant.flat()),
      ...covering
        .filter(({ isCombined }) => isCombined)
        .flatMap(({ phrases }) => phrases.map((one) => phraseCondition(one, columns))),
      ...beginningOf(term).map((word) => beginningCondition(word, columns, true)),
    ])
  })
}

/** Names are written in Latin letters: an unknown word in other letters need not be found. */
const isEnglish = ({ whole }: Word) => /^[a-z0-9]/.test(whole)

const phraseCondition = (phrase: Phrase, columns: Columns): Condition =>
  allOf(phrase.map((word) => beginningCondition(word, columns, word.length > 3)))

const endings = /(?:ation|ition|ings?|ions?|ers?|ors?|als?|ies|es|ed|s)$/

/** The common beginning of all forms of an English word: `interpol` of interpolating and interpolation. */
function beginningOf({ whole, isRun }: Word): string[] {
  if (isRun || !/^[a-z]+$/.test(whole)) return []
  const beginning = whole.replace(endings, '')
  return beginning !== whole && beginning.length >= 4 ? [beginning] : []
}

/** Beginnings of one letter or digit are too many to look up, and say too little. */
const beginningCondition = (word: string, columns: Columns, isBeginning: boolean) =>
  wordCondition(word, isBeginning && word.length > 1, columns)

function runCondition(run: string, columns: Columns): Condition {
  const characters = [...run]
  if (characters.length === 1) return wordCondition(run, true, columns)
  return allOf(
    pairsOf(run)
      .slice(0, -1)
      .map((pair) => wordCondition(pair, false, columns)),
  )
}

/** `animate diff` also finds `animatediff`: each of the two words is met by both as one. */
function joinedWithNeighbours(terms: readonly Term[], at: number): string[] {
  const around = [terms.slice(Math.max(0, at - 1), at + 1), terms.slice(at, at + 2)]
  return around
    .filter((pair) => pair.length === 2 && pair.every(({ isRun }) => !isRun))
    .flatMap((pair) => joinedNeighbours(pair.map(({ whole }) => whole)))
}
