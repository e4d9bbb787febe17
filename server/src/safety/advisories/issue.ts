const dayMs = 86_400_000
/** A client that asks rarely has one that is good for days. */
const renewedAfterMs = dayMs
/** Clocks of two machines differ by less. */
const toleranceMs = 60_000

/**
 * The number of the next issue of something signed: the time in milliseconds, or one more than the last. A database that
 * was brought back to an earlier moment knows nothing of what was issued since; the time is later than all of that.
 */
export const nextNumber = (last: number, now: Date): number => Math.max(last + 1, now.getTime())

/** Whether it is to be issued anew although nothing has changed. */
export function isOld({ issued_at }: { issued_at: Date }, now: Date): boolean {
  const ageMs = now.getTime() - issued_at.getTime()
  // What a clock that was ahead has dated, clients refuse until that time.
  return ageMs >= renewedAfterMs || ageMs < -toleranceMs
}
