import type { GroundDeps } from '../../ground/deps.ts'
import type { TokenReach } from '../../people/tokens/token-reach.ts'

export interface Deps extends GroundDeps {
  /**
   * Returns the reach of a valid publish token, otherwise undefined. Passed in because the tokens domain
   * imports this one.
   */
  findTokenReach(secret: string): Promise<TokenReach | undefined>
}
