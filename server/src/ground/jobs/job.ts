import type { Static, TObject } from 'typebox'

/**
 * Stored work. It can run again, in any process, after a crash at any point, so it must be idempotent. `Deps` are the parts
 * of the program that it uses.
 */
export interface Job<Payload extends object, Deps> {
  /** Stored with queued jobs, which a new name would strand. */
  name: string
  payload: TObject
  /** Maximum number of runs, including the first one. */
  attempts: number
  /** Delay before the second run. It doubles with each run. */
  retrySeconds: number
  /** Longer runs fail. */
  timeoutSeconds: number
  /** Cron expression in UTC. Scheduled runs have an empty payload. */
  schedule?: string
  /** At most one run waits or runs at a time, or one for each key. */
  isExclusive: boolean
  /** Concurrent runs in one process. */
  concurrency: number
  run(deps: Deps, payload: Payload, signal: AbortSignal): Promise<void>
  /** Reports to users that the last attempt has failed or its process has died. */
  giveUp?(deps: Deps, payload: Payload): Promise<void>
}

export function defineJob<Payload extends TObject, Deps>(
  job: Pick<Job<object, Deps>, 'name'> &
    Partial<
      Pick<
        Job<object, Deps>,
        'attempts' | 'retrySeconds' | 'timeoutSeconds' | 'schedule' | 'concurrency' | 'isExclusive'
      >
    > & {
      payload: Payload
      run(deps: Deps, payload: Static<Payload>, signal: AbortSignal): Promise<void>
      giveUp?(deps: Deps, payload: Static<Payload>): Promise<void>
    },
): Job<Static<Payload> & object, Deps> {
  return {
    attempts: 5,
    retrySeconds: 2,
    timeoutSeconds: 300,
    concurrency: 1,
    isExclusive: false,
    ...job,
  }
}
