import type { GroundDeps } from '../../ground/deps.ts'
import type { CodeHost } from '../../people/code-host/client.ts'
import type { CodeHostSignIn } from '../../people/code-host/sign-in.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  codeHost: CodeHost
  /** Omitted if the operator has no app at the code host. */
  codeHostSignIn?: CodeHostSignIn | undefined
}
