/** The scheduled start of a request, in milliseconds from the beginning. */
export interface Arrival {
  atMs: number
  kind: string
}

export interface Outcome {
  kind: string
  /** Measured from the scheduled start, so that time in a queue counts. */
  latencyMs: number
  /** Why there is no response. */
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
 * Sends each request at its scheduled time, whether or not earlier ones have a response. A stall of the
 * server therefore affects all requests during it, not only the one that a waiting client would have sent.
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

/** Returns the latency that this share of the requests did not exceed. */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
