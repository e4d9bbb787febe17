import type { Column } from './engine/word-index.ts'

/** A condition on a node. Within `one`, it is a condition on one of its comfy-nodes. */
export type Condition =
  | Word
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { one: Condition }

export interface Word {
  word: string
  /** Whether words that begin like this match, too. */
  isBeginning: boolean
  /** Without any, the word can stand anywhere. */
  columns: readonly Column[]
}

/** Conditions in order of falling worth: the first one that holds decides. */
export type Relevance = readonly { when: Condition; worth: number }[]

export const wordCondition = (
  word: string,
  isBeginning: boolean,
  columns: readonly Column[] = [],
): Condition => ({ word, isBeginning, columns })

export const allOf = (conditions: readonly Condition[]): Condition =>
  single(conditions) ?? { all: conditions }
export const anyOf = (conditions: readonly Condition[]): Condition =>
  single(conditions) ?? { any: conditions }
/** A single word that some comfy-node has is a word of one comfy-node anyway. */
export const ofOneComfyNode = (condition: Condition): Condition =>
  isOfSingleWords(condition) ? condition : { one: condition }

const isOfSingleWords = (condition: Condition): boolean =>
  'any' in condition ? condition.any.every(isOfSingleWords) : 'word' in condition

const single = (conditions: readonly Condition[]) => (conditions.length === 1 ? conditions[0] : undefined)
