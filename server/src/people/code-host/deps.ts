import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from './client.ts'
import type { CodeHostSignIn, PlayedHost } from './sign-in.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  codeHost: CodeHost
  /** Absent where the operator has no app at the code host. */
  codeHostSignIn?: CodeHostSignIn | undefined
  /** In development: the code host is a page of this server. */
  playedHost?: PlayedHost | undefined
  /** Signs what is on its way to the code host and back. */
  codeHostKey: string
}
