import type { SearchIndex } from '../../discovery/search/search-index.ts'
import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  searchIndex: Pick<SearchIndex, 'current' | 'isLoaded'>
}
