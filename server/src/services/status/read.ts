import { type ReviewFigures, type ServiceStatus, serviceParts } from '@nodeyard/contract/services'
import type { Deps } from './deps.ts'
import { type ReviewRow, readDays, readResults, readReviews } from './sql.ts'

/** Without a newer probe, the state is unknown and the job queue counts as failing. */
const maxAgeMs = 5 * 60_000

/** Returns the state and uptime of each part of the service. */
export async function readStatus({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<ServiceStatus> {
  const [results, days, reviews] = await Promise.all([readResults(db), readDays(db), readReviews(db, now())])
  return {
    reviews: toFigures(reviews),
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

function toFigures({ waiting, decided, median, p95, settled, doubtful }: ReviewRow): ReviewFigures {
  return {
    waiting,
    decided,
    ...(median === null || p95 === null ? {} : { medianSeconds: median, p95Seconds: p95 }),
    ...(doubtful === 0 ? {} : { automaticShare: settled / doubtful }),
  }
}
