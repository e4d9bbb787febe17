import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { Deps as VersionDeps } from '../versions/deps.ts'
import type { Analyst } from './analyst.ts'
import type { PopularNames } from './look-alikes/popular-names.ts'

export interface Deps extends GroundDeps, Pick<VersionDeps, 'findTokenReach'> {
  analyst: Analyst
  popularNames: PopularNames
  codeHost: CodeHost
}
