import type { Config } from '../../ground/settings.ts'
import type { SearchIndex } from './search-index.ts'

/** Fails while a process that takes requests has no search index. */
export async function checkSearch(deps: {
  config: Pick<Config, 'roles'>
  searchIndex: SearchIndex
}): Promise<void> {
  const { config, searchIndex } = deps
  const isAsked = config.roles.has('api') || config.roles.has('site')
  if (isAsked && !searchIndex.isLoaded) await searchIndex.load()
  if (isAsked && !searchIndex.isLoaded) throw new Error('The search index is not loaded.')
}
