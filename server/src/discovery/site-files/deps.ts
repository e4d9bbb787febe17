import type { GroundDeps } from '../../ground/deps.ts'
import type { RepositorySource } from '../../packs/readings/sources/source.ts'
import type { PictureSource } from './picture-source.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Fetches pictures from other hosts. */
  pictures: PictureSource
  requestedSources: readonly RepositorySource[]
}
