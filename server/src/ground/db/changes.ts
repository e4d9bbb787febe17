import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db, Listening, Tx } from './database.ts'
import { inTransaction } from './transactions.ts'

/**
 * Announces changed data to every process as short tags (`node:blur`, `nodes`), so that caches are
 * invalidated. `*` means that anything can have changed. {@link missed} accompanies it when a notification
 * can have been lost.
 */
export interface Changes {
  onChange(listener: (tags: readonly string[]) => void): void
  announce(tags: readonly string[]): void
  /** Subscribes to some tags at once, so that changes before the first `next` are not lost. */
  listenTo(...tags: string[]): AwaitedChange
  /** Ends all waiting, now and from now on, because the process stops. */
  stopWaiting(): void
  /** Returns false while a change from a second ago can be undelivered, which makes caches unreliable. */
  isCurrent(): boolean
  /** Checks for missing notifications, then returns {@link isCurrent}. Waits a moment at most. */
  catchUp(): Promise<boolean>
  /**
   * Whether every change committed `ageMs` before the call, and every local change, was received. Checks if
   * necessary, and waits a moment at most.
   */
  hasReceivedAll(ageMs?: number): Promise<boolean>
  /** Brings what is derived from these nodes up to date, in the transaction that changed them. */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  /** Sets the source of other processes' changes. Before that, no other process is assumed to make any. */
  receiveFrom(listening: Listening): void
}

export interface AwaitedChange {
  /** Resolves to true on a change since the last call or within the time, to false after the time. */
  next(timeoutMs: number): Promise<boolean>
  end(): void
}

export const missed = 'missed'

const channel = 'nodeyard_changes'
const nodeTag = 'node:'
const maxPayload = 7000 // PostgreSQL allows less than 8000 bytes.
/** A transaction with more changes is announced as a change of everything. */
const maxPayloads = 50

/** Creates the announcements of one process. `reindex` comes from the search, which depends on the domains that change nodes. */
export function createChanges(reindex: Changes['reindex'] = async () => {}): Changes {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const stopping = new AbortController()
  let source: Listening | undefined
  let announcedAt = Number.NEGATIVE_INFINITY
  const current = () => source === undefined || isCurrent(source)
  return {
    reindex,
    isCurrent: current,
    async catchUp() {
      if (!current()) await source?.catchUp()
      return current()
    },
    async hasReceivedAll(ageMs = 0) {
      if (!source) return true
      const from = Math.max(performance.now() - ageMs, announcedAt)
      // A check in progress can have started before this call.
      for (let times = 0; times < 2 && current() && source.receivedUntil() < from; times++)
        await source.catchUp()
      return source.receivedUntil() >= from
    },
    receiveFrom(listening) {
      source = listening
    },
    onChange: (listener) => void listeners.add(listener),
    announce(tags) {
      announcedAt = performance.now()
      for (const listener of listeners) listener(tags)
    },
    listenTo: (...tags) => awaitChange(listeners, tags, stopping.signal),
    stopWaiting: () => stopping.abort(),
  }
}

function awaitChange(
  listeners: Set<(tags: readonly string[]) => void>,
  awaited: readonly string[],
  stopping: AbortSignal,
): AwaitedChange {
  let hasChanged = false
  let wake = () => {}
  const listener = (tags: readonly string[]) => {
    if (!tags.some((tag) => tag === '*' || awaited.includes(tag))) return
    hasChanged = true
    wake()
  }
  const stop = () => wake()
  listeners.add(listener)
  stopping.addEventListener('abort', stop)
  return {
    async next(timeoutMs) {
      if (!hasChanged && timeoutMs > 0 && !stopping.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, timeoutMs)
        await promise
        clearTimeout(timer)
      }
      const result = hasChanged && !stopping.aborted
      hasChanged = false
      return result
    },
    end() {
      listeners.delete(listener)
      stopping.removeEventListener('abort', stop)
    },
  }
}

/**
 * Receives the changes of all processes. Announces `*` when notifications can have been lost.
 */
export async function followChanges(
  { raw }: Database,
  changes: Changes,
  log: Logger,
): Promise<() => Promise<void>> {
  const listening = await raw.listen(channel, (payload) => {
    if (payload === undefined) log.debug('notifications may have been lost')
    changes.announce(payload?.split(' ') ?? ['*', missed])
  })
  changes.receiveFrom(listening)
  return () => listening.stop()
}

const changed = new WeakMap<Tx, Set<string>>()

/** Marks data as changed inside of a transaction. The change is announced if, and only if, it commits. */
export function markChanged(tx: Tx, ...tags: string[]): void {
  const marked = changed.get(tx)
  if (!marked) throw new Error('markChanged needs the transaction that `transact` opened.')
  for (const tag of tags) marked.add(tag)
}

/**
 * Runs a transaction and announces its marked changes: to other processes by notifications that commit with
 * it, to this one right after the commit, so that a writer sees its own write at once. Before the commit, the nodes of marked
 * `node:` tags are indexed again. Transactions that change nothing cached or searched use `inTransaction`.
 */
export async function transact<T>(
  { db, changes }: { db: Db; changes: Changes },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tags = new Set<string>()
  const result = await inTransaction(db, async (tx) => {
    changed.set(tx, tags)
    const done = await work(tx)
    const nodeIds = [...tags].filter((tag) => tag.startsWith(nodeTag)).map((tag) => tag.slice(nodeTag.length))
    if (nodeIds.length > 0) await changes.reindex(tx, nodeIds)
    if (tags.size > 0) await notify(tx, payloadsOf(tags))
    return done
  })
  if (tags.size > 0) changes.announce([...tags])
  return result
}

async function notify(tx: Tx, payloads: readonly string[]): Promise<void> {
  const ordered = sql`unnest(${payloads}::text[]) with ordinality as ordered (payload, place)`
  await sql`select pg_notify(${channel}, payload) from ${ordered} order by place`.execute(tx)
}

/** Splits tags into payloads. Too many tags are replaced by `*`. */
function payloadsOf(tags: Set<string>): string[] {
  const payloads: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const tag of tags) {
    const more = Buffer.byteLength(tag) + 1
    bytes += more
    if (bytes > maxPayload) {
      payloads.push([])
      bytes = more
    }
    if (more > maxPayload || payloads.length > maxPayloads) return [`* ${missed}`]
    payloads.at(-1)?.push(tag)
  }
  return payloads.map((part) => part.join(' '))
}

/** Whether a change committed a second ago would have been received. */
const isCurrent = (listening: Listening): boolean =>
  performance.now() - listening.receivedUntil() < maxSilenceMs

const maxSilenceMs = 1000
