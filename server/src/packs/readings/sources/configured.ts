import type { Config } from '../../../ground/settings.ts'
import { readingLimits } from '../limits.ts'
import { CodeHostSource } from './code-host.ts'
import { FolderSource } from './folder.ts'
import { Git } from './git.ts'
import { GitServerSource } from './git-server.ts'
import type { RepositorySource } from './source.ts'

/** Creates the sources of the settings, in their order. */
export function repositorySourcesOf({
  readings,
  codeHost,
  searchPath,
}: Pick<Config, 'readings' | 'codeHost' | 'searchPath'>): RepositorySource[] {
  const git = new Git(searchPath)
  const reach = { networks: readings.networks }
  return readings.sources.map((source) => {
    if (source === 'host') return new CodeHostSource(codeHost, reach, readingLimits)
    if (source === 'git') return new GitServerSource(git, reach, readingLimits)
    return new FolderSource(source, git, readingLimits)
  })
}
