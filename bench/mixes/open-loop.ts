/** When a request is to start, in milliseconds from the beginning. */
export interface Arrival {
  atMs: number
  kind: string
}

export interface Outcome {
  kind: string
  /** From when it was to start, whenever it could: who waits in a queue waits too. */
  latencyMs: number
  /** Why it has no answer. */
  failure?: string
}

export interface Clock {
  now(): number
  until(ms: number): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  until: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - performance.now()))),
}

/**
 * Sends each request when its time has come, whether those before it are answered or not, as people do who know
 * nothing of each other. A stall of the server therefore shows in all requests that fell into it, not in the one alone
 * that a waiting client would have sent.
 */
export async function runOpenLoop<One extends Arrival>(
  arrivals: Iterable<One>,
  send: (arrival: One) => Promise<void>,
  clock: Clock = realClock,
): Promise<Outcome[]> {
  const started = clock.now()
  const sent: Promise<Outcome>[] = []
  for (const arrival of arrivals) {
    const intended = started + arrival.atMs
    if (clock.now() < intended) await clock.until(intended)
    sent.push(
      send(arrival).then(
        () => ({ kind: arrival.kind, latencyMs: clock.now() - intended }),
        (error) => ({ kind: arrival.kind, latencyMs: clock.now() - intended, failure: String(error) }),
      ),
    )
  }
  return Promise.all(sent)
}

/** The latency that this share of the requests did not exceed. */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
