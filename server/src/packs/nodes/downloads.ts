import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  getNodeDownloads as contract,
  getVersionDownloads as versionsContract,
} from '@nodeyard/contract/packs'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { type DailyInstalls, listDailyInstalls, listDailyInstallsByVersion } from './installs/sql.ts'
import { getReadableNode } from './versions/readable-node.ts'

const dayMs = 86_400_000

/** Returns one count per day in UTC, up to and including today. Can be a second behind. */
export async function getNodeDownloads(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  nodeId: string,
  days: number = limits.downloadDays.default,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await getReadableNode(db, actor, nodeId)
  const from = firstDay(now(), days)
  return { from, counts: toCounts(await listDailyInstalls(db, id, from), days) }
}

/** Returns daily counts by version: the most installed versions one by one, the others combined. */
export async function getVersionDownloads(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  nodeId: string,
  days: number = limits.downloadDays.default,
): Promise<ResponseOf<typeof versionsContract>> {
  const { id } = await getReadableNode(db, actor, nodeId)
  const from = firstDay(now(), days)
  const rows = await listDailyInstallsByVersion(db, id, from)
  const versions = [...Map.groupBy(rows, ({ version }) => version)]
    .map(([version, installs]) => ({ version, total: sum(installs), counts: toCounts(installs, days) }))
    .sort((a, b) => b.total - a.total)
  const listed = versions.slice(0, limits.versionsOfDownloads)
  const listedVersions = new Set(listed.map(({ version }) => version))
  const others = rows.filter(({ version }) => !listedVersions.has(version))
  return { from, versions: listed, others: toCounts(others, days) }
}

const firstDay = (now: Date, days: number) =>
  new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)

const sum = (installs: readonly DailyInstalls[]) => installs.reduce((total, { count }) => total + count, 0)

function toCounts(installs: readonly DailyInstalls[], days: number): number[] {
  const counts = new Array<number>(days).fill(0)
  for (const { day, count } of installs) if (day < days) counts[day] = (counts[day] ?? 0) + count
  return counts
}
