export type Fault =
  | 'unreachable'
  | 'too_slow'
  | 'refused'
  | 'redirected'
  | 'too_large'
  | 'cut_off'
  | 'malformed'
  | 'bad_signature'
  | 'expired'
  /** Older than what is here. */
  | 'rolled_back'
  /** Signed twice: two catalogues of one sequence. */
  | 'two_faced'
  | 'wrong_digest'

/** What is wrong with another registry, or with the way to it. The mirror stays as it was. */
export class MirrorFault extends Error {
  override name = 'MirrorFault'
  readonly fault: Fault
  /** Of the response, if that is the fault. */
  readonly status: number | undefined
  constructor(fault: Fault, message: string, status?: number) {
    super(message)
    this.fault = fault
    this.status = status
  }
}
