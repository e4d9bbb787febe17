import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { Analyst } from './analyst.ts'
import type { PopularNames } from './look-alikes/popular-names.ts'

export interface Deps extends GroundDeps {
  analyst: Analyst
  popularNames: PopularNames
  codeHost: CodeHost
}
