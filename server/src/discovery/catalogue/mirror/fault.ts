import type { Fault as VerificationFault } from '@nodeyard/contract/open-signed'

export type Fault =
  | VerificationFault
  | 'unreachable'
  | 'too_slow'
  | 'refused'
  | 'redirected'
  | 'too_large'
  | 'cut_off'
  /** The registry has signed two different catalogues with the same number. */
  | 'two_faced'
  | 'wrong_digest'

/** A fault of another registry or of the connection to it. The mirror remains unchanged. */
export class MirrorFault extends Error {
  override name = 'MirrorFault'
  readonly fault: Fault
  /** The HTTP status of a refusing server. */
  readonly status: number | undefined
  constructor(fault: Fault, message: string, status?: number) {
    super(message)
    this.fault = fault
    this.status = status
  }
}
