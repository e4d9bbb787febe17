const dayMs = 86_400_000
/** Renewal long before expiry gives rare clients a list that is valid for days. */
const renewedAfterMs = dayMs
/** The clock difference that clients tolerate. */
const toleranceMs = 60_000

/**
 * Returns the number of the next signed issue: the time in milliseconds, or one more than the last. After a restore from
 * a backup, the time still exceeds every number issued since.
 */
export const nextNumber = (last: number, now: Date): number => Math.max(last + 1, now.getTime())

/** Whether to issue again although nothing has changed. */
export function isOld({ issued_at }: { issued_at: Date }, now: Date): boolean {
  const ageMs = now.getTime() - issued_at.getTime()
  // Clients refuse a list from the future, which a clock that ran ahead can produce.
  return ageMs >= renewedAfterMs || ageMs < -toleranceMs
}
