import type { Column } from './engine/word-index.ts'

/** A condition on a node. Within `one`, it is a condition on one of its comfy-nodes. */
export type Condition =
  | Word
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { one: Condition }

export interface Word {
  word: string
  /** Whether longer words with this beginning match as well. */
  isBeginning: boolean
  /** If empty, the word can be in any column. */
  columns: readonly Column[]
}

/** Conditions in descending order of worth. The first one that holds determines the worth of a node. */
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
/** Requires that one comfy-node meets the condition alone. Conditions on single words imply that already. */
export const ofOneComfyNode = (condition: Condition): Condition =>
  isOfSingleWords(condition) ? condition : { one: condition }

const isOfSingleWords = (condition: Condition): boolean =>
  'any' in condition ? condition.any.every(isOfSingleWords) : 'word' in condition

const single = (conditions: readonly Condition[]) => (conditions.length === 1 ? conditions[0] : undefined)
