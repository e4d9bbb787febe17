import type { GroundDeps } from '../../ground/deps.ts'
import type { PictureSource } from '../../ground/pictures/picture-source.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { Analyst } from '../publishing/analyst.ts'
import type { HostTurns } from './host-turns.ts'
import type { RepositorySource } from './sources/source.ts'
import type { Wishes } from './wishes.ts'

export interface Deps extends GroundDeps {
  codeHost: CodeHost
  /** Reads repositories at the lowest priority, apart from the threads that analyze uploads. */
  repositoryAnalyst: Analyst
  /** In the order in which they are asked. */
  repositorySources: readonly RepositorySource[]
  /** The sources of repositories that anyone can have read. Empty if that is off. */
  requestedSources: readonly RepositorySource[]
  hostTurns: HostTurns
  /** Fetches pictures from other hosts. */
  pictures: PictureSource
  wishes: Wishes
}
