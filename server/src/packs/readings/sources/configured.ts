import { noNetworks } from '../../../ground/outbound/networks.ts'
import type { Config } from '../../../ground/settings.ts'
import { type ReadingLimits, readingLimits, requestedLimits } from '../limits.ts'
import { CodeHostSource } from './code-host.ts'
import { FolderSource } from './folder.ts'
import { Git } from './git.ts'
import { GitServerSource } from './git-server.ts'
import type { RepositorySource } from './source.ts'

type Settings = Pick<Config, 'readings' | 'codeHost' | 'searchPath'>

/** Creates the sources of the settings, in their order. */
export function repositorySourcesOf(
  { readings, codeHost, searchPath }: Settings,
  limits: ReadingLimits = readingLimits,
): RepositorySource[] {
  const git = new Git(searchPath)
  const reach = { networks: readings.networks }
  return readings.sources.map((source) => {
    if (source === 'host') return new CodeHostSource(codeHost, reach, limits)
    if (source === 'git') return new GitServerSource(git, reach, limits)
    return new FolderSource(source, git, limits)
  })
}

/** Creates the sources of repositories that anyone can have read: only of those on the public internet, unless the operator shows all. */
export function requestedSourcesOf(config: Settings): RepositorySource[] {
  const { readings } = config
  if (readings.requests === 'off') return []
  const isPublic = (source: string) => source === 'host' || source === 'git'
  const shown =
    readings.requests === 'all'
      ? readings
      : { ...readings, sources: readings.sources.filter(isPublic), networks: noNetworks }
  return repositorySourcesOf({ ...config, readings: shown }, requestedLimits)
}
