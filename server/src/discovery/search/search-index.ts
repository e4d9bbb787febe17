import type { Logger } from 'pino'
import { type Changes, missed } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Config } from '../../ground/settings.ts'
import { isOfDownloads, nodeOfDownloads } from '../../packs/nodes/tags.ts'
import { NodeIndex } from './engine/node-index.ts'
import { readEntries } from './entries.ts'
import { listEntryStamps, listFigures } from './sql.ts'

/** Announced when recent installs of all nodes have been counted. */
export const figuresTag = 'search-figures'
export const entryTag = (nodeId: string) => `entry:${nodeId}`

/**
 * Anonymous searches can miss changes that another process committed less than this long ago, like cached responses. Signed-in
 * users find all changes, which may be their own.
 */
const anonymousAgeMs = 100
/** Limits how long a search waits for the index to catch up with the database. */
const patienceMs = 5000
/** Limits the age of download counts. */
const figuresMs = 60_000
const stampsAtOnce = 2000
/** Kept small, because requests wait while a batch is added to the index. */
const entriesAtOnce = 100
const figuresAtOnce = 5000

type Parts = { db: Db; config: Pick<Config, 'apiUrl' | 'siteUrl'>; changes: Changes; log: Logger }

/**
 * The search index of this process, kept in step with the database. A search waits until every change that was committed
 * before it began is in the index. While the database is unavailable, searches use the last state.
 */
export class SearchIndex {
  readonly #parts: Parts
  readonly #index = new NodeIndex()
  #isLoaded = false
  /** Nodes that have changed since they were read. */
  #changed = new Set<string>()
  /** Whether other nodes may have changed as well. */
  #isUnknown = true
  #reading: Promise<void> | undefined
  /** Nodes whose figures have changed since they were read. */
  #counted = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.changes.onChange((tags) => this.#note(tags))
  }

  get isLoaded(): boolean {
    return this.#isLoaded
  }

  get size(): number {
    return this.#index.size
  }

  /** Returns the index with all changes that this actor must find. Throws `unavailable` until it is loaded. */
  async current({ kind }: Pick<Actor, 'kind'>): Promise<NodeIndex> {
    const hasAll = await this.#parts.changes.hasReceivedAll(kind === 'anonymous' ? anonymousAgeMs : 0)
    // The first attempt may join a load that began while the database was unavailable.
    for (let tries = 0; tries < 2 && this.#isBehind; tries++) {
      const reading = this.load()
      if (!this.#isLoaded) await reading
      else if (hasAll) await atMost(patienceMs, reading)
    }
    if (!this.#isLoaded) throw new RegistryError('unavailable', { retryAfterSeconds: 1 })
    return this.#index
  }

  /** Reads all missing changes. Also resolves if that fails. */
  load(): Promise<void> {
    this.#reading ??= this.#read()
      .catch((error: unknown) => {
        this.#isUnknown = true
        if (!this.#isStopped)
          this.#parts.log.warn({ err: error }, 'cannot update the search index from the database')
      })
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#reading
  }

  get #isBehind(): boolean {
    return this.#isUnknown || this.#changed.size > 0 || this.#reading !== undefined
  }

  #note(tags: readonly string[]): void {
    for (const tag of tags) {
      const [kind, id = ''] = splitAtColon(tag)
      if (tag === missed) this.#isUnknown = true
      else if (kind === 'node' || kind === 'entry') this.#changed.add(id)
      else if (kind === 'publisher') this.#noteNodesOf(id)
      else if (isOfDownloads(tag)) this.#counted.add(nodeOfDownloads(tag))
      else if (tag === figuresTag) for (const node of this.#index.nodes) this.#counted.add(node.id)
    }
    if (!this.#isLoaded || this.#isStopped) return
    if (this.#isBehind) void this.load()
    if (this.#counted.size > 0) this.#timer ??= setTimeout(() => void this.readFigures(), figuresMs).unref()
  }

  #noteNodesOf(publisher: string): void {
    for (const { id, publisherId } of this.#index.nodes) if (publisherId === publisher) this.#changed.add(id)
  }

  async #read(): Promise<void> {
    while (!this.#isStopped && (this.#isUnknown || this.#changed.size > 0)) {
      const changed = [...this.#changed]
      this.#changed = new Set()
      if (this.#isUnknown) await this.#compareAll()
      else await this.#readNodes(changed)
    }
  }

  /** Reads all nodes that differ from the database. The first call reads every node. */
  async #compareAll(): Promise<void> {
    this.#isUnknown = false
    const gone = new Set(this.#index.nodes.map(({ id }) => id))
    for (let after: string | undefined = ''; after !== undefined && !this.#isStopped; ) {
      const rows: Awaited<ReturnType<typeof listEntryStamps>> = await listEntryStamps(
        this.#parts.db,
        after,
        stampsAtOnce,
      )
      for (const { id } of rows) gone.delete(id)
      await this.#readNodes(
        rows.filter(({ id, stamp }) => this.#index.find(id)?.stamp !== stamp).map(({ id }) => id),
      )
      after = rows.length < stampsAtOnce ? undefined : rows.at(-1)?.id
    }
    if (this.#isStopped) return
    for (const id of gone) this.#index.remove(id)
    if (!this.#isLoaded) this.#index.completeLoad()
    this.#isLoaded = true
  }

  async #readNodes(ids: readonly string[]): Promise<void> {
    const partAt = (at: number) => ids.slice(at, at + entriesAtOnce)
    const read = async (part: readonly string[]) =>
      part.length > 0 ? readEntries(this.#parts, part) : undefined
    let next = read(partAt(0))
    for (let at = 0; at < ids.length && !this.#isStopped; at += entriesAtOnce) {
      const entries = (await next) ?? []
      // The database reads the next part while this one is added.
      next = read(partAt(at + entriesAtOnce))
      const gone = new Set(partAt(at))
      for (const { node, words } of entries) {
        this.#index.put(node, words)
        gone.delete(node.id)
      }
      for (const id of gone) this.#index.remove(id)
    }
    await next
  }

  /** Reads changed counts. Searches do not wait for them. */
  async readFigures(): Promise<void> {
    const ids = [...this.#counted]
    this.#counted = new Set()
    this.#timer = undefined
    try {
      for (let at = 0; at < ids.length && !this.#isStopped; at += figuresAtOnce)
        for (const figures of await listFigures(this.#parts.db, ids.slice(at, at + figuresAtOnce)))
          this.#index.setFigures(figures)
    } catch (error) {
      for (const id of ids) this.#counted.add(id)
      if (!this.#isStopped)
        this.#parts.log.warn({ err: error }, 'cannot update the counts in the search index; retrying later')
    }
  }
}

function splitAtColon(tag: string): [kind: string, id?: string] {
  const at = tag.indexOf(':')
  return at < 0 ? [tag] : [tag.slice(0, at), tag.slice(at + 1)]
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late])
  clearTimeout(timer)
}
