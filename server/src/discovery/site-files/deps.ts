import type { GroundDeps } from '../../ground/deps.ts'
import type { PictureSource } from '../../ground/pictures/picture-source.ts'
import type { RepositorySource } from '../../packs/readings/sources/source.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Fetches pictures from other hosts. */
  pictures: PictureSource
  requestedSources: readonly RepositorySource[]
}
