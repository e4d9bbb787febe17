import { type ServiceStatus, serviceParts } from '@nodeyard/contract/status'
import type { Deps } from './deps.ts'
import { readDays, readResults } from './sql.ts'

/** Without a newer probe, the state is unknown and the job queue counts as failing. */
const maxAgeMs = 5 * 60_000

/** Returns the state and uptime of each part of the service. */
export async function readStatus({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<ServiceStatus> {
  const [results, days] = await Promise.all([readResults(db), readDays(db)])
  return {
    parts: serviceParts.map((part) => {
      const last = results.find((one) => one.part === part)
      const isFresh = last !== undefined && now().getTime() - last.at.getTime() < maxAgeMs
      return {
        part,
        state: isFresh
          ? last.worked
            ? 'working'
            : 'failing'
          : part === 'jobs' && last
            ? 'failing'
            : 'unknown',
        ...(last ? { checkedAt: last.at.toISOString(), tookMs: last.tookMs } : {}),
        days: days
          .filter((one) => one.part === part)
          .map(({ day, worked, failed }) => ({
            day,
            uptime: worked / Math.max(1, worked + failed),
            probes: worked + failed,
          })),
      }
    }),
  }
}
