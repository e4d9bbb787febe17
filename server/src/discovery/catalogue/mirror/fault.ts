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
  /** The catalogue is older than the one in the folder. */
  | 'rolled_back'
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
