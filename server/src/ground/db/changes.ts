import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db, Listening, Tx } from './database.ts'
import { inTransaction } from './transactions.ts'

/**
 * What changed, as short tags (`node:blur`, `nodes`), told to every process so that it drops what it kept.
 * `*` means: anything may have changed. {@link missed} comes with it where something may have been told and not heard.
 */
export interface Changes {
  onChange(listener: (tags: readonly string[]) => void): void
  announce(tags: readonly string[]): void
  /** Begins to listen for some tags at once; what happens before anybody asks for it is not lost. */
  listenTo(...tags: string[]): AwaitedChange
  /** Ends all waiting, now and from now on: the process stops. */
  stopWaiting(): void
  /** False while a change of a second ago may not have been heard: nothing that was kept may be relied on then. */
  isCurrent(): boolean
  /** Looks into it, and says the same after that. Waits a moment at most. */
  catchUp(): Promise<boolean>
  /**
   * Whether all has been heard that was committed `ageMs` before the call, and what was announced here in any case. Asks
   * for it where it has to, and waits a moment at most.
   */
  hasHeardAll(ageMs?: number): Promise<boolean>
  /** Where the changes of other processes come from. Until then, nobody else is taken to make any. */
  hearFrom(listening: Listening): void
}

export interface AwaitedChange {
  /** True when something changed since the last call, or does within the time; false when the time is over. */
  next(timeoutMs: number): Promise<boolean>
  end(): void
}

export const missed = 'missed'

const channel = 'nodeyard_changes'
const maxPayload = 7000 // PostgreSQL takes less than 8000 bytes.
/** Who changes more than these can tell has changed nearly everything. */
const mostPayloads = 50

export function createChanges(): Changes {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const stopping = new AbortController()
  let source: Listening | undefined
  let announcedAt = Number.NEGATIVE_INFINITY
  const current = () => source === undefined || isCurrent(source)
  return {
    isCurrent: current,
    async catchUp() {
      if (!current()) await source?.catchUp()
      return current()
    },
    async hasHeardAll(ageMs = 0) {
      if (!source) return true
      const from = Math.max(performance.now() - ageMs, announcedAt)
      // An answer that is on its way may have been asked for before.
      for (let times = 0; times < 2 && current() && source.heardUntil() < from; times++)
        await source.catchUp()
      return source.heardUntil() >= from
    },
    hearFrom(listening) {
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

/** Hears the changes of all processes, and forgets everything whenever some may have been missed. */
export async function followChanges(
  { raw }: Database,
  changes: Changes,
  log: Logger,
): Promise<() => Promise<void>> {
  const listening = await raw.listen(channel, (payload) => {
    if (payload === undefined) log.debug('changes may have been missed')
    changes.announce(payload?.split(' ') ?? ['*', missed])
  })
  changes.hearFrom(listening)
  return () => listening.stop()
}

const changed = new WeakMap<Tx, Set<string>>()

/** Says inside of a transaction that something changed; it is announced when, and only when, it commits. */
export function markChanged(tx: Tx, ...tags: string[]): void {
  const marked = changed.get(tx)
  if (!marked) throw new Error('markChanged needs the transaction that `transact` opened.')
  for (const tag of tags) marked.add(tag)
}

/**
 * Runs a transaction and announces what it marked as changed: to the other processes by notifications that
 * commit with it, to this one right after the commit, so that a writer sees its own write at once.
 */
export async function transact<T>(
  { db, changes }: { db: Db; changes: Changes },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tags = new Set<string>()
  const result = await inTransaction(db, async (tx) => {
    changed.set(tx, tags)
    const done = await work(tx)
    if (tags.size > 0) await notify(tx, payloadsOf(tags))
    return done
  })
  if (tags.size > 0) changes.announce([...tags])
  return result
}

async function notify(tx: Tx, payloads: readonly string[]): Promise<void> {
  const told = sql`unnest(${payloads}::text[]) with ordinality as told (payload, place)`
  await sql`select pg_notify(${channel}, payload) from ${told} order by place`.execute(tx)
}

/** Tags that do not fit one payload are spread over several; too many of them become "anything may have changed". */
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
    if (more > maxPayload || payloads.length > mostPayloads) return [`* ${missed}`]
    payloads.at(-1)?.push(tag)
  }
  return payloads.map((told) => told.join(' '))
}

/** Whether a change committed a second ago would have been received. */
const isCurrent = (listening: Listening): boolean =>
  performance.now() - listening.heardUntil() < longestUnheardMs

const longestUnheardMs = 1000
