import type { ReadingFailure } from '../../ground/db/schema.ts'

/** A repository cannot be read, for a reason that admins see. It is tried again much later. */
export class ReadingRefused extends Error {
  override name = 'ReadingRefused'
  readonly failure: ReadingFailure

  constructor(failure: ReadingFailure, detail: string) {
    super(detail.slice(0, 500).toWellFormed())
    this.failure = failure
  }
}

/** A host asks for a pause, or does not respond. All its repositories wait. */
export class HostBusy extends Error {
  override name = 'HostBusy'
  readonly host: string
  readonly retryAfterSeconds: number | undefined

  constructor(host: string, message: string, retryAfterSeconds?: number) {
    super(message)
    this.host = host
    this.retryAfterSeconds = retryAfterSeconds
  }
}
