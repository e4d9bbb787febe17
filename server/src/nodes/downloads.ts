import { limits } from '@nodeyard/contract/limits'
import type { getNodeDownloads as contract } from '@nodeyard/contract/nodes'
import type { ResponseOf } from '@nodeyard/contract/route'
import type { Deps } from '../deps.ts'
import type { Actor } from '../permissions.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import { listDailyInstalls } from './sql.ts'

const dayMs = 86_400_000

/** One count for each of the last days in UTC, today's so far the last. What was counted last may miss a second. */
export async function getNodeDownloads(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  nodeId: string,
  days: number = limits.downloadDays.default,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await getReadableNode(db, actor, nodeId)
  const from = new Date(now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)
  const counts = new Array<number>(days).fill(0)
  for (const { day, count } of await listDailyInstalls(db, id, from)) {
    if (day < days) counts[day] = count
  }
  return { from, counts }
}
