import type { GroundDeps } from '../../ground/deps.ts'
import type { AttestationVerifier } from './verify.ts'

export interface Deps extends GroundDeps {
  attestationVerifier: AttestationVerifier
}
