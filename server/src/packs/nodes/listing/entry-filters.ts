import {
  accelerators,
  operatingSystems,
  patternOfCounterparts,
  type Vocabulary,
} from '../versions/compatibility.ts'
import type { EntryFilter } from './sql.ts'

/** Filters by operating system. An empty text filters nothing. Source: API contract 30.4. */
export const filterByOs = (requested: string | undefined) => filterBy(requested, operatingSystems)
export const filterByAccelerator = (requested: string | undefined) => filterBy(requested, accelerators)

function filterBy(requested: string | undefined, vocabulary: Vocabulary): EntryFilter | undefined {
  const text = requested?.trim()
  return text ? { text, pattern: patternOfCounterparts(text, vocabulary) } : undefined
}
