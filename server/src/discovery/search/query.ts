import { allOf, anyOf, type Condition, ofOneComfyNode, type Relevance, wordCondition } from './condition.ts'
import { marks } from './document.ts'
import type { Column } from './engine/word-index.ts'
import { isHelpWord, isQualifier, isStopWord, type Meaning, meaningsOf, type Phrase } from './meanings.ts'
import { isOtherLanguage } from './spelling.ts'
import { compact, joinedNeighbors, pairsOf, type Word, wordsOf } from './tokens.ts'

/** A typed word and its corrections. */
export interface Term extends Word {
  corrections: readonly string[]
}

export interface TextQuery {
  terms: readonly Term[]
  /** The whole text without blanks and punctuation. */
  key: string
  /** Synonyms and translations from the glossary. Positions refer to `terms`. */
  meanings: readonly Meaning[]
  /** Whether it is in a language without a glossary. Its words are not corrected. */
  isOtherLanguage: boolean
}

/** Limits the words of a search, because each of them costs lookups. */
const maxTerms = 12
/** Words of a longer text that are read, because its first ones can be stop words. */
const maxRead = 40

/** Returns undefined if the text has no words to look up. */
export function parseText(text: string): TextQuery | undefined {
  const terms = wordsOf(text).map((word) => ({ ...word, corrections: [] }))
  const useful = terms.slice(0, maxRead).filter((term, at) => !isUnfinished(term, at, terms.length))
  if (useful.length === 0) return undefined
  const isOther = isOtherLanguage(
    text,
    useful.map(({ whole }) => whole),
  )
  const query = { ...toQuery(useful, compact(text)), isOtherLanguage: isOther }
  return query.terms.length > maxTerms
    ? { ...toQuery(query.terms.slice(0, maxTerms), query.key), isOtherLanguage: isOther }
    : query
}

/** Shorter texts are queries in words, where each word counts. */
const minWordsOfHelp = 3

/** Drops stop words from the required terms, and requests for help from longer texts, unless there are no others. */
export function toQuery(terms: readonly Term[], key: string): TextQuery {
  const meaningful = terms.filter((term) => !isStopWord(term))
  const telling = terms.length < minWordsOfHelp ? [] : meaningful.filter((term) => !isHelpWord(term))
  const needed = [telling, meaningful, terms].find((some) => some.length > 0) ?? terms
  return { terms: needed, key, meanings: meaningsOf(needed), isOtherLanguage: false }
}

/** Whether this is the first letter of a word that is still being typed. It would match nearly everything. */
function isUnfinished(term: Term, at: number, count: number): boolean {
  return at > 0 && at === count - 1 && isOneLetter(term)
}

const isOneLetter = ({ whole, isRun }: Word) => !isRun && whole.length === 1 && /\p{L}/u.test(whole)

type Columns = readonly Column[]
const anywhere: Columns = []
const inNames: Columns = ['names']
const inComfy: Columns = ['comfy']

/** Matches nodes that contain every word or its meaning, in any column, or whose name is the whole text. */
export function toCondition(query: TextQuery): Condition {
  const [first, ...others] = query.terms
  if (first && others.length === 0 && isOneLetter(first))
    return anyOf([wordCondition(marks.initial + first.whole, false, inNames), ...nameConditions(query)])
  // Of three or more joined words, only whole names are in the index.
  const joined = query.terms.length > 2 ? [wordCondition(query.key, false)] : []
  return anyOf([allOf(meaningConditions(query, anywhere, true)), ...joined, ...nameConditions(query)])
}

const title = ({ key }: TextQuery) => wordCondition(marks.title + key, false, inNames)
const core = ({ key }: TextQuery) => wordCondition(marks.core + key, false, inNames)
const comfyNode = ({ key }: TextQuery) => wordCondition(marks.comfyNode + key, false, inComfy)
/** Matches packs for which the name of a comfy-node is reserved, even if their comfy-nodes are unknown. */
const preempted = ({ key }: TextQuery, isBeginning = false) =>
  wordCondition(marks.preempted + key, isBeginning, ['people'])
const nameConditions = (query: TextQuery) => [title(query), core(query), comfyNode(query), preempted(query)]

/** Matches nodes with words in their id or name that begin with the words of the query. */
export const toNameCondition = (query: TextQuery): Condition => allOf(termConditions(query, inNames, true))

export interface Part {
  term: Term
  condition: Condition
  /** Whether it describes how something should be, not what it is. */
  isWeak: boolean
}

/** Splits a text into parts that a node has or lacks. */
export const toParts = (query: TextQuery, columns: Columns = anywhere): Part[] =>
  meaningParts(query, columns, true)

/** Beginnings of the words that explain a match: those of the text, their corrections, stems and meanings. */
export function wordsToMark({ terms, meanings }: TextQuery): string[] {
  const typed = terms.flatMap((term) => [term.whole, ...term.corrections, ...stemOf(term)])
  const meant = meanings.flatMap(({ phrases }) => phrases.flat())
  return [...new Set([...typed, ...meant])].filter((word) => [...word].length > 1).slice(0, maxMarked)
}

const maxMarked = 60

/** Matches nodes whose id or name is exactly the text. */
export const toExactCondition = (query: TextQuery): Condition => title(query)

/** Rates how well a node matches. Meanings count slightly less than the typed words. */
export function toRelevance(query: TextQuery): Relevance {
  return [
    { when: title(query), worth: 16 },
    { when: core(query), worth: 9 },
    { when: preempted(query), worth: 6 },
    { when: allOf(termConditions(query, inNames, false)), worth: 5 },
    { when: allOf(termConditions(query, inNames, true)), worth: 4 },
    ...(query.terms.length === 1 ? [{ when: comfyNode(query), worth: 5 }] : []),
    ...taskRelevance(query),
    { when: allOf(meaningConditions(query, inNames, true)), worth: 3.5 },
    // A text with blanks is more likely to describe a node than to name a comfy-node.
    ...(query.terms.length > 1 ? [{ when: comfyNode(query), worth: 3 }] : []),
    { when: inOneName(query, false), worth: 2 },
    { when: allOf(meaningConditions(query, ['names', 'description'], true)), worth: 1.8 },
    { when: inOneName(query, true), worth: 1.4 },
    { when: allOf(termConditions(query, anywhere, false)), worth: 1 },
    { when: toCondition(query), worth: 0.7 },
  ]
}

const toCombined = ({ meanings }: TextQuery, columns: Columns): Condition =>
  anyOf(
    meanings
      .filter(({ isCombined }) => isCombined)
      .flatMap(({ phrases }) => phrases.map((one) => phraseCondition(one, columns))),
  )

const namesTask = ({ meanings }: TextQuery) => meanings.some(({ isCombined }) => isCombined)

/** Matches nodes for the task that a text names in several words. Returns undefined if it names none. */
export const toTaskCondition = (query: TextQuery): Condition | undefined =>
  namesTask(query) ? toCombined(query, ['names', 'description']) : undefined

/** The name of a task says more than its words, which can be anywhere in a large node. */
const taskRelevance = (query: TextQuery): Relevance =>
  namesTask(query)
    ? [
        { when: toCombined(query, inNames), worth: 3.5 },
        { when: toCombined(query, ['names', 'description']), worth: 2.4 },
      ]
    : []

/** Matches nodes with a comfy-node whose name contains every word of the text. */
export function toComfyNodeCondition(query: TextQuery): Condition {
  return anyOf([
    inOneName(query, true),
    wordCondition(marks.comfyNode + query.key, true, inComfy),
    preempted(query),
  ])
}

/** Puts the node that preempts the name first, then nodes that have exactly this name. */
export function toComfyNodeRelevance(query: TextQuery): Relevance {
  return [
    { when: preempted(query), worth: 1000 },
    { when: comfyNode(query), worth: 100 },
    { when: preempted(query, true), worth: 20 },
    { when: wordCondition(marks.comfyNode + query.key, true, inComfy), worth: 2 },
    { when: inOneName(query, false), worth: 1.5 },
    { when: toComfyNodeCondition(query), worth: 1 },
  ]
}

/** Matches nodes with one comfy-node whose name contains all words. */
const inOneName = (query: TextQuery, isBeginning: boolean): Condition =>
  ofOneComfyNode(allOf(termConditions(query, inComfy, isBeginning)))

function termConditions(query: TextQuery, columns: Columns, isBeginning: boolean): Condition[] {
  return termAlternatives(query, columns, isBeginning).map(anyOf)
}

/** Returns the conditions for each term. A node matches the term if it meets one of them. */
function termAlternatives({ terms }: TextQuery, columns: Columns, isBeginning: boolean): Condition[][] {
  return terms.map((term, at) => {
    const words = [term.whole, ...term.corrections]
    if (term.isRun) return [runCondition(term.whole, columns)]
    const asParts = term.parts.every((part) => part.length > 1 || /\d/.test(part)) ? term.parts : []
    return [
      ...words.map((word) => beginningCondition(word, columns, isBeginning)),
      ...joinedWithNeighbors(terms, at).map((word) => wordCondition(word, false, columns)),
      ...(asParts.length > 1 ? [allOf(asParts.map((part) => wordCondition(part, false, columns)))] : []),
    ]
  })
}

const meaningConditions = (query: TextQuery, columns: Columns, isBeginning: boolean): Condition[] =>
  meaningParts(query, columns, isBeginning).map(({ condition }) => condition)

/** Returns one part per term, or per meaning of a run. A node matches it by its letters or by its meaning. */
function meaningParts(query: TextQuery, columns: Columns, isBeginning: boolean): Part[] {
  const literal = termAlternatives(query, columns, isBeginning)
  const { terms, meanings } = query
  const strong = meanings.filter(({ isWeak }) => !isWeak)
  return terms.flatMap((term, at) => {
    const covering = meanings.filter(({ from, to }) => from <= at && at < to)
    const single = covering.filter(({ isCombined }) => !isCombined)
    // A run can contain several concepts.
    const needed = single.some(({ isWeak }) => !isWeak) ? single.filter(({ isWeak }) => !isWeak) : single
    const isNeeded =
      needed.length > 0 ? needed.some(({ isWeak }) => !isWeak) : covering.length > 0 || isEnglish(term)
    if (!isNeeded && strong.length > 0) return []
    const combined = covering
      .filter(({ isCombined }) => isCombined)
      .flatMap(({ phrases }) => phrases.map((one) => phraseCondition(one, columns)))
    const others = [...combined, ...stemOf(term).map((word) => beginningCondition(word, columns, true))]
    const asPart = (meant: readonly Meaning[]): Part => ({
      term,
      condition: anyOf([
        ...(literal[at] ?? []),
        ...meant.flatMap(({ phrases }) => phrases.map((one) => phraseCondition(one, columns))),
        ...others,
      ]),
      isWeak: isQualifier(term) || isHelpWord(term) || (meant.length > 0 && meant.every((one) => one.isWeak)),
    })
    return needed.length > 1 ? needed.map((one) => asPart([one])) : asPart(needed)
  })
}

/** Node names are Latin, so unknown words in other scripts need not match. */
const isEnglish = ({ whole }: Word) => /^[a-z0-9]/.test(whole)

const phraseCondition = (phrase: Phrase, columns: Columns): Condition =>
  allOf(phrase.map((word) => beginningCondition(word, columns, word.length > 3)))

const endings = /(?:ation|ition|ings?|ions?|ers?|ors?|als?|ies|es|ed|s)$/

/** Returns the stem of an English word: `interpol` for interpolating and interpolation. */
function stemOf({ whole, isRun }: Word): string[] {
  if (isRun || !/^[a-z]+$/.test(whole)) return []
  const stem = whole.replace(endings, '')
  return stem !== whole && stem.length >= 4 ? [stem] : []
}

/** Matches single characters as whole words only: too many words begin with them. */
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

/** Joins a term with each neighbor, so that `animate diff` also finds `animatediff`. */
function joinedWithNeighbors(terms: readonly Term[], at: number): string[] {
  const around = [terms.slice(Math.max(0, at - 1), at + 1), terms.slice(at, at + 2)]
  return around
    .filter((pair) => pair.length === 2 && pair.every(({ isRun }) => !isRun))
    .flatMap((pair) => joinedNeighbors(pair.map(({ whole }) => whole)))
}
