import type { Config } from '../../ground/settings.ts'
import type { SearchIndex } from './search-index.ts'

/** Throws while a process that serves requests has no search index. */
export async function checkSearch(deps: {
  config: Pick<Config, 'roles'>
  searchIndex: SearchIndex
}): Promise<void> {
  const { config, searchIndex } = deps
  const isNeeded = config.roles.has('api') || config.roles.has('site')
  if (isNeeded && !searchIndex.isLoaded) await searchIndex.load()
  if (isNeeded && !searchIndex.isLoaded) throw new Error('The search index is not loaded.')
}
