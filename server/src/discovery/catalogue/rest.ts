interface Rest {
  /** So many times its cost, so that changes without end cost a part of a processor … */
  times: number
  /** … but no shorter, however little it cost, and no longer. */
  leastMs: number
  mostMs: number
}

/** A pointer costs as much as what has changed since its snapshot. What is banned is to be gone soon, however busy all is. */
const ofPointers: Rest = { times: 4, leastMs: 500, mostMs: 2000 }
/** A snapshot costs as much as there are nodes; what has changed is seen without it. */
const ofSnapshots: Rest = { times: 8, leastMs: 2000, mostMs: 5 * 60_000 }

export const restAfterPointer = (costMs: number): number => restAfter(costMs, ofPointers)

export const restAfterSnapshot = (costMs: number): number => restAfter(costMs, ofSnapshots)

const restAfter = (costMs: number, { times, leastMs, mostMs }: Rest): number =>
  Math.min(mostMs, Math.max(leastMs, times * costMs))

/** What is left of a rest. */
export function restSince(from: Date, now: Date, restMs: number): number {
  const passedMs = now.getTime() - from.getTime()
  // Where a clock was set back nobody knows how long ago that was, and should wait for it to come again.
  return passedMs < 0 ? 0 : restMs - passedMs
}
