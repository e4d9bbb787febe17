import type { GroundDeps } from '../../ground/deps.ts'
import type { Analyst } from '../publishing/analyst.ts'
import type { HostTurns } from '../readings/host-turns.ts'
import type { RepositorySource } from '../readings/sources/source.ts'

export interface Deps extends GroundDeps {
  /** Works at the lowest priority. */
  repositoryAnalyst: Analyst
  /** In the order in which they are asked. Empty: nothing is compared. */
  repositorySources: readonly RepositorySource[]
  hostTurns: HostTurns
}
