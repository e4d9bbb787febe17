import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from './client.ts'
import type { CodeHostSignIn, PlayedHost } from './sign-in.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  codeHost: CodeHost
  /** Omitted when the operator has no app registered at the code host. */
  codeHostSignIn?: CodeHostSignIn | undefined
  /** Set in development, where this server plays the code host. */
  playedHost?: PlayedHost | undefined
  /** Signs the state of sign-ins at the code host. */
  codeHostKey: string
}
