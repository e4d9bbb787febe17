import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { SearchIndex } from './search-index.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  searchIndex: Pick<SearchIndex, 'current' | 'isLoaded' | 'size'>
  codeHost: CodeHost
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
}
