import { limits } from '@nodeyard/contract/limits'
import type { listNodes as contract, NodePage } from '@nodeyard/contract/nodes'
import type { QueryOf } from '@nodeyard/contract/route'
import type { Logger } from 'pino'
import type { Changes } from '../db/changes.ts'
import type { Db } from '../db/database.ts'
import { offsetOf, type Page, servedPage, totalPages } from '../http/paging.ts'
import { type Item, PackedList } from './packed-list.ts'
import { findLastSnapshot, type ListedPlace, listListedAfter, listRemovals, type Removal } from './sql.ts'
import { catalogueTag } from './tag.ts'

type Query = QueryOf<typeof contract>

/** The pages of lists as programs read that sync the whole catalogue, cut from texts in memory. */
export interface SyncPages {
  /** What pages are dropped by. */
  tag: string
  /** The same for all queries that get the same page; undefined for one that is no part of a sync. */
  keyOf(query: Query): string | undefined
  /** The answer as text; undefined while there is none at hand. */
  page(query: Query): Promise<string | undefined>
}

const hourMs = 3_600_000
/** In which a sync is over. */
const longestSyncMs = hourMs
/** Where no notification came, it is looked again after so long. */
const checkedMs = 60_000
const rowsAtOnce = 1000

/**
 * An entry that is taken out moves all that follow to the front by one, and whoever reads page by page would miss one
 * that stood at the top of the next page. So pages of a sync begin earlier, by as many entries as were taken out before
 * them within the time of a sync. Clients put together what comes twice. Source: clients 5.1.
 */
export function syncPages(
  { db, changes, now }: { db: Db; changes: Changes; now: () => Date },
  log: Logger,
): SyncPages {
  const list = new PackedList()
  let removals: Removal[] = []
  let seen: ListedPlace = { revision: 0, nodeId: '' }
  let isThere = false
  let isBehind = true
  let checkedAtMs = 0
  let refreshing: Promise<void> | undefined

  changes.onChange((tags) => {
    if (tags.includes(catalogueTag) || tags.includes('*')) isBehind = true
  })

  async function refresh(): Promise<void> {
    isBehind = false
    checkedAtMs = now().getTime()
    // Before the first snapshot not all nodes have been looked at.
    isThere ||= (await findLastSnapshot(db)) !== undefined
    if (!isThere) return
    for (;;) {
      const rows = await listListedAfter(db, seen, rowsAtOnce)
      list.change(rows)
      seen = rows.at(-1) ?? seen
      if (rows.length < rowsAtOnce) break
    }
    removals = await listRemovals(db, new Date(now().getTime() - longestSyncMs))
  }

  function brought(): Promise<void> {
    const isOld = now().getTime() - checkedAtMs > checkedMs
    if (!refreshing && !isBehind && !isOld) return Promise.resolve()
    refreshing ??= refresh()
      .catch((error: unknown) => {
        isBehind = true
        log.warn({ err: error }, 'the pages of a sync stay as they were')
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  function cut(served: Page): string {
    const start = offsetOf(served)
    const [first] = list.slice(start, 1)
    const repeated = Math.min(start, limits.repeatedEntries, removedBefore(first))
    const items = list.slice(start - repeated, served.limit + repeated)
    return textOf(items, list.length, served)
  }

  function removedBefore(first: Item | undefined): number {
    const since = now().getTime() - longestSyncMs
    return removals.filter(({ key, at }) => at.getTime() > since && (!first || key < first.key)).length
  }

  return {
    tag: catalogueTag,
    keyOf: (query) => (isSync(query) ? keyOf(servedPart(query)) : undefined),
    async page(query) {
      await brought()
      return isThere ? cut(servedPart(query)) : undefined
    },
  }
}

/** What its program and platform are, only a manager says, and only when it syncs. Source: clients 5.1. */
function isSync(query: Query): boolean {
  const { page, limit, comfyui_version, form_factor, ...narrowing } = query
  const names = Object.values(narrowing).filter((value) => value !== undefined)
  return (comfyui_version !== undefined || form_factor !== undefined) && names.length === 0
}

const servedPart = ({ page, limit }: Query): Page => servedPage({ page, limit }, limits.pageSize)

/** Addresses begin otherwise. */
const keyOf = ({ page, limit }: Page): string => ` sync ${page} ${limit}`

/** As the contract writes it. */
function textOf(items: readonly Item[], total: number, { page, limit }: Page): string {
  const envelope = { total, page, limit, totalPages: totalPages(total, limit) } satisfies Omit<
    NodePage,
    'nodes'
  >
  const nodes = items.map(({ text }) => text).join(',')
  return `${JSON.stringify(envelope).slice(0, -1)},"nodes":[${nodes}]}`
}
