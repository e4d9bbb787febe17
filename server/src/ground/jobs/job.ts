import type { Static, TObject } from 'typebox'

/**
 * Stored work. It may run twice, on any process, after a crash at any point of it. `Deps` is what the work is given to
 * do it with.
 */
export interface Job<Payload extends object, Deps> {
  /** Stored with queued work: renaming it strands that work. */
  name: string
  payload: TObject
  /** Runs in all, the first one included. */
  attempts: number
  /** Before the second run; doubles from run to run. */
  retrySeconds: number
  /** A run that takes longer counts as failed. */
  timeoutSeconds: number
  /** Minutes, hours, … in cron's form, in UTC: the job runs by itself, without a payload. */
  schedule?: string
  /** At most one is waiting or running; of those that are sent with a key, one of each. */
  isExclusive: boolean
  /** At once on one process. */
  concurrency: number
  run(deps: Deps, payload: Payload, signal: AbortSignal): Promise<void>
  /** When the last attempt failed, or its process died: says so where people see it. */
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
  } as Job<Static<Payload> & object, Deps>
}
