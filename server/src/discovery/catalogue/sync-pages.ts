import { setImmediate as pause } from 'node:timers/promises'
import { limits } from '@nodeyard/contract/limits'
import type { listNodes as contract, NodePage } from '@nodeyard/contract/nodes'
import type { QueryOf } from '@nodeyard/contract/route'
import type { Logger } from 'pino'
import { type Changes, missed } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { offsetOf, type Page, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { ReadyPages } from '../../packs/nodes/deps.ts'
import { type Item, PackedList } from './packed-list.ts'
import {
  findLastListed,
  findLastSnapshot,
  firstKey,
  type ListedRow,
  listListedAfter,
  listListedInOrder,
  listRemovals,
  type Removal,
} from './sql.ts'
import { catalogueTag } from './tag.ts'

type Query = QueryOf<typeof contract>

/** Pages of the list of nodes, cut from the texts of all nodes in memory. */
export interface SyncPages extends ReadyPages {
  /** Loads what is missing; resolves when it is loaded or has failed. Otherwise, the first query starts loading. */
  bring(): Promise<void>
  stop(): Promise<void>
}

const beforeAll = { revision: 0, nodeId: '' }

const hourMs = 3_600_000
/** In which a sync is over. */
const longestSyncMs = hourMs
/** Where no notification came, it is looked again after so long. */
const checkedMs = 60_000
const rowsAtOnce = 1000
/** Where more have changed, all are read anew: in their order each block is written once. */
const mostFollowed = 10_000
/** Of others that have changed each may stand in a block of its own; every other answer waits for these. */
const changedAtOnce = 25

/**
 * An entry that is taken out moves all that follow to the front by one, and whoever reads page by page would miss one
 * that stood at the top of the next page. So pages of a sync begin earlier, by as many entries as were taken out before
 * them within the time of a sync. Clients put together what comes twice. Source: clients 5.1.
 */
export function syncPages(
  { db, changes, now }: { db: Db; changes: Changes; now: () => Date },
  log: Logger,
): SyncPages {
  let list: PackedList | undefined
  let removals: Removal[] = []
  let isBehind = true
  /** The list lacks a change that is known of. */
  let hasFailed = false
  /** It may have changes that were undone since, by a fail-over: they are found by no revision, so all are read anew. */
  let isDoubtful = false
  let checkedAtMs = 0
  /** Takes moments, and all of them take long: whoever asks waits for the one, and is answered by the database during the other. */
  let following: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let isStopped = false
  /** What has been read of what has changed. */
  let seen = beforeAll

  changes.onChange((tags) => {
    if (tags.includes(missed)) isDoubtful = true
    if (tags.includes(catalogueTag) || tags.includes('*')) isBehind = true
  })

  async function keepUp(): Promise<void> {
    isBehind = false
    checkedAtMs = now().getTime()
    if (list && (isDoubtful || !(await follow(list)))) list = undefined
    removals = await listRemovals(db, new Date(now().getTime() - longestSyncMs))
    hasFailed = false
    // Last, so that nobody waits for it. Before the first snapshot not all nodes have been looked at.
    if (!list && (await findLastSnapshot(db))) reading = orWarn(begin()).finally(() => (reading = undefined))
  }

  async function begin(): Promise<void> {
    isDoubtful = false
    const all = await readAll()
    while (!isStopped && !(await follow(all)));
    if (!isStopped && !isDoubtful) list = all
  }

  async function readAll(): Promise<PackedList> {
    const all = new PackedList()
    seen = (await findLastListed(db)) ?? beforeAll
    for (let last = firstKey; !isStopped; ) {
      const rows = await listListedInOrder(db, last, rowsAtOnce)
      all.change(rows)
      last = rows.at(-1)?.key ?? last
      if (rows.length < rowsAtOnce) break
    }
    return all
  }

  /** Puts in what has changed; false when that was so much that there is more. */
  async function follow(followed: PackedList): Promise<boolean> {
    const changed: ListedRow[] = []
    let isAll = false
    while (!isAll && changed.length < mostFollowed) {
      const rows = await listListedAfter(db, changed.at(-1) ?? seen, rowsAtOnce)
      changed.push(...rows)
      isAll = rows.length < rowsAtOnce
    }
    const last = changed.at(-1) ?? seen
    changed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    for (let from = 0; from < changed.length; from += changedAtOnce) {
      if (from > 0) await pause()
      followed.change(changed.slice(from, from + changedAtOnce))
    }
    seen = last
    return isAll
  }

  function orWarn(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      isBehind = true
      hasFailed = true
      if (!isStopped) log.warn({ err: error }, 'the pages of a sync are made by the database')
    })
  }

  async function current(): Promise<PackedList | undefined> {
    // What goes on may have begun before the last change.
    await following
    const isOld = now().getTime() - checkedAtMs > checkedMs
    if (!reading && (isBehind || isOld)) following ??= orWarn(keepUp()).finally(() => (following = undefined))
    await following
    return hasFailed || isDoubtful ? undefined : list
  }

  async function bring(): Promise<void> {
    await current()
    await reading
  }

  function cut(list: PackedList, served: Page): string {
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
      // What was kept of it is sent with its age then.
      if (!(await changes.catchUp())) return undefined
      const found = await current()
      return found && cut(found, servedPart(query))
    },
    bring,
    async stop() {
      isStopped = true
      await following
      await reading
    },
  }
}

/** What its program and platform are, only a manager says, and only when it syncs. Source: clients 5.1. */
function isSync(query: Query): boolean {
  const { page, limit, comfyui_version, form_factor, ...narrowing } = query
  const names = Object.values(narrowing).filter((value) => value !== undefined)
  return (comfyui_version !== undefined || form_factor !== undefined) && names.length === 0
}

const servedPart = ({ page, limit }: Query): Page => servedPage({ page, limit }, limits.nodePageSize)

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
