import {
  accelerators,
  operatingSystems,
  patternOfCounterparts,
  type Vocabulary,
} from '../../versions/compatibility.ts'
import type { EntryFilter } from './sql.ts'

/** Filters by operating system. An empty text filters nothing. Source: API contract 30.4. */
export const filterByOs = (asked: string | undefined) => filterBy(asked, operatingSystems)
export const filterByAccelerator = (asked: string | undefined) => filterBy(asked, accelerators)

function filterBy(asked: string | undefined, vocabulary: Vocabulary): EntryFilter | undefined {
  const text = asked?.trim()
  return text ? { text, pattern: patternOfCounterparts(text, vocabulary) } : undefined
}
