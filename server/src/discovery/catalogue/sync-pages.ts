import type { QueryOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listNodes as contract, NodePage } from '@nodeyard/contract/packs'
import type { Logger } from 'pino'
import { type Changes, missed } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { offsetOf, type Page, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { ReadyPages } from '../../packs/nodes/deps.ts'
import { listChangedAfter, listRemovals, type Position, type Removal } from './entries/sql.ts'
import { catalogues } from './files.ts'
import { catalogueTag } from './tag.ts'

type Query = QueryOf<typeof contract>

export interface SyncPagesDeps {
  db: Db
  changes: Changes
  now(): Date
}

/** Clients complete a sync within this time. */
const maxSyncMs = 3_600_000
/** Entries are checked this often without a notification. */
const checkMs = 60_000
const batchSize = 1000

/**
 * Pages of the list of nodes for in-app managers, cut from all entries in memory.
 *
 * A removed entry moves all later entries up by one, so a client that reads page by page would miss the entry at the top of
 * the next page. Pages therefore begin earlier, by as many entries as were removed before them within the duration of a
 * sync. Clients merge repeated entries. Source: clients 5.1.
 */
export class SyncPages implements ReadyPages {
  readonly tag = catalogueTag
  readonly #deps: SyncPagesDeps
  readonly #log: Logger
  /** Set once all entries are loaded. */
  #entries: Entries | undefined
  #removals: Removal[] = []
  /** The entries lack a known change. */
  #isBehind = true
  /** A failover may have undone changes that the entries contain. No revision tells which, so all are reloaded. */
  #isDoubtful = false
  #hasFailed = false
  #checkedAtMs = 0
  /** Requests wait for it, because it takes milliseconds. */
  #updating: Promise<void> | undefined
  /** Requests are served from the database until this slow step ends. */
  #loading: Promise<void> | undefined
  #isStopped = false

  constructor(deps: SyncPagesDeps, log: Logger) {
    this.#deps = deps
    this.#log = log
    deps.changes.onChange((tags) => {
      if (tags.includes(missed)) this.#isDoubtful = true
      if (tags.includes(catalogueTag) || tags.includes('*')) this.#isBehind = true
    })
  }

  keyOf(query: Query): string | undefined {
    if (!isSync(query)) return undefined
    const { page, limit } = servedPart(query)
    // Begins with a space, unlike the URLs that other responses are stored under.
    return ` sync ${page} ${limit}`
  }

  async page(query: Query): Promise<string | undefined> {
    if (!(await this.#deps.changes.catchUp())) return undefined
    await this.#update()
    if (this.#hasFailed || this.#isDoubtful || !this.#entries) return undefined
    return this.#cut(this.#entries, servedPart(query))
  }

  /** Resolves when the entries are up to date or the attempt has failed. */
  async refresh(): Promise<void> {
    await this.#update()
    await this.#loading
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#updating
    await this.#loading
  }

  async #update(): Promise<void> {
    // An update in progress may have begun before the last change.
    await this.#updating
    const isOld = this.#deps.now().getTime() - this.#checkedAtMs > checkMs
    if (!this.#loading && (this.#isBehind || isOld)) {
      this.#updating ??= this.#orWarn(this.#applyChanges()).finally(() => (this.#updating = undefined))
    }
    await this.#updating
  }

  async #applyChanges(): Promise<void> {
    const { db, now } = this.#deps
    this.#isBehind = false
    this.#checkedAtMs = now().getTime()
    if (this.#isDoubtful) this.#entries = undefined
    await this.#entries?.update(db)
    this.#removals = await listRemovals(db, new Date(now().getTime() - maxSyncMs))
    this.#hasFailed = false
    // Entries are incomplete before the first catalogue.
    if (this.#entries || !(await catalogues.last(db))) return
    this.#loading = this.#orWarn(this.#load()).finally(() => (this.#loading = undefined))
  }

  async #load(): Promise<void> {
    this.#isDoubtful = false
    const entries = new Entries()
    await entries.update(this.#deps.db, () => this.#isStopped)
    if (!this.#isStopped && !this.#isDoubtful) this.#entries = entries
  }

  #orWarn(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.#isBehind = true
      this.#hasFailed = true
      if (!this.#isStopped)
        this.#log.warn({ err: error }, 'cannot update the pages for syncs; the database serves them')
    })
  }

  #cut(entries: Entries, page: Page): string {
    const start = offsetOf(page)
    const repeated = Math.min(start, limits.repeatedEntries, this.#removedBefore(entries.keyAt(start)))
    return pageText(entries.slice(start - repeated, start + page.limit), entries.size, page)
  }

  #removedBefore(firstKey: string | undefined): number {
    const since = this.#deps.now().getTime() - maxSyncMs
    return this.#removals.filter(
      ({ key, at }) => at.getTime() > since && (firstKey === undefined || key < firstKey),
    ).length
  }
}

/** All listed nodes as JSON, in list order. */
class Entries {
  readonly #texts = new Map<string, string>()
  #sortedKeys: string[] | undefined
  #last: Position = { revision: 0, nodeId: '' }

  get size(): number {
    return this.#texts.size
  }

  keyAt(index: number): string | undefined {
    return this.#keys()[index]
  }

  slice(start: number, end: number): string[] {
    return this.#keys()
      .slice(start, end)
      .map((key) => this.#texts.get(key) ?? '')
  }

  /** Applies all changes since the last update. */
  async update(db: Db, isStopped: () => boolean = () => false): Promise<void> {
    for (let isDone = false; !isDone && !isStopped(); ) {
      const rows = await listChangedAfter(db, this.#last, batchSize)
      for (const { key, text } of rows) this.#set(key, text)
      this.#last = rows.at(-1) ?? this.#last
      isDone = rows.length < batchSize
    }
  }

  #set(key: string, text: string | null): void {
    if ((text !== null) !== this.#texts.has(key)) this.#sortedKeys = undefined
    if (text === null) this.#texts.delete(key)
    else this.#texts.set(key, text)
  }

  #keys(): string[] {
    this.#sortedKeys ??= [...this.#texts.keys()].sort()
    return this.#sortedKeys
  }
}

/** Only managers send their program and platform, and only when they sync. Source: clients 5.1. */
function isSync(query: Query): boolean {
  const { page, limit, comfyui_version, form_factor, ...filters } = query
  const hasFilter = Object.values(filters).some((value) => value !== undefined)
  return (comfyui_version !== undefined || form_factor !== undefined) && !hasFilter
}

const servedPart = ({ page, limit }: Query): Page => servedPage({ page, limit }, limits.nodePageSize)

/** Has the same bytes as a page made from the database. */
function pageText(entries: readonly string[], total: number, { page, limit }: Page): string {
  const envelope = { total, page, limit, totalPages: totalPages(total, limit) } satisfies Omit<
    NodePage,
    'nodes'
  >
  return `${JSON.stringify(envelope).slice(0, -1)},"nodes":[${entries.join(',')}]}`
}
