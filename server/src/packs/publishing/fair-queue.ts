import type { Uploader } from './queue/sql.ts'
export interface Queued {
  /** Omitted for the registry's own work. */
  uploader?: Uploader | undefined
  /** Runs only while nothing else can, and never on the last free thread. */
  isBackground?: boolean
  /** Takes a few seconds at most while an uploader waits, so it does not count against the account. */
  isShort?: boolean
}

/** After this time, past usage counts half. */
const halfLifeMs = 10 * 60_000
/** Usage that has decayed below this is forgotten. */
const minMs = 10

/**
 * Queues tasks for a few threads. Prefers the address with the fewest running tasks, then the account with the fewest, then
 * the one that has recently used the least CPU time. An account never occupies more than half of the threads, and an address
 * leaves one thread to others. A newcomer therefore waits for at most one running task, however many tasks others have
 * queued.
 */
export class FairQueue<Task extends Queued> {
  readonly #waiting: Task[] = []
  readonly #threads: number
  readonly #used: RecentUse

  /** @param now Milliseconds of a monotonic clock. */
  constructor(threads: number, now = () => performance.now()) {
    this.#threads = threads
    this.#used = new RecentUse(now)
  }

  add(task: Task): void {
    this.#waiting.push(task)
  }

  /** Removes and returns the next task that can start beside the running ones, if any. */
  take(running: Iterable<Task>): Task | undefined {
    const load = new Load(running, this.#threads)
    const urgent = this.#waiting.filter((task) => !task.isBackground && load.admits(task))
    const next =
      this.#first(urgent, load) ?? (load.hasRoomForBackground ? this.#firstInBackground() : undefined)
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1)
    return next
  }

  charge({ uploader }: Queued, cpuMs: number): void {
    if (!uploader) return
    for (const key of keysOf(uploader)) this.#used.add(key, cpuMs)
  }

  /** Removes and returns all waiting tasks. */
  clear(): Task[] {
    return this.#waiting.splice(0)
  }

  #first(tasks: readonly Task[], load: Load): Task | undefined {
    // Sorting is stable, so equal tasks keep their order of arrival.
    return tasks.toSorted((a, b) => load.compare(a, b) || this.#compareUse(a, b))[0]
  }

  #firstInBackground(): Task | undefined {
    return this.#waiting.find((task) => task.isBackground)
  }

  #compareUse(a: Task, b: Task): number {
    const [ofA, ofB] = [a, b].map(({ uploader }) => keysOf(uploader).map((key) => this.#used.of(key)))
    const [senderA = 0, accountA = 0] = ofA ?? []
    const [senderB = 0, accountB = 0] = ofB ?? []
    return senderA - senderB || accountA - accountB
  }
}

function keysOf(uploader: Uploader | undefined): string[] {
  return uploader ? [`sender ${uploader.sender}`, `account ${uploader.account}`] : []
}

/** Counts the threads that each account and each address occupies. */
class Load {
  readonly hasRoomForBackground: boolean
  readonly #held = new Map<string, number>()
  readonly #maxOfAccount: number
  readonly #maxOfSender: number

  constructor(running: Iterable<Queued>, threads: number) {
    this.#maxOfAccount = Math.max(1, Math.floor(threads / 2))
    this.#maxOfSender = Math.max(2, threads - 1)
    let count = 0
    for (const { uploader, isShort } of running) {
      count++
      if (!uploader) continue
      this.#hold(`sender ${uploader.sender}`)
      if (!isShort) this.#hold(`account ${uploader.account}`)
    }
    this.hasRoomForBackground = threads === 1 || count < threads - 1
  }

  admits({ uploader, isShort }: Queued): boolean {
    if (!uploader) return true
    const [ofSender, ofAccount] = this.#heldBy(uploader)
    return ofSender < this.#maxOfSender && (isShort || ofAccount < this.#maxOfAccount)
  }

  compare(a: Queued, b: Queued): number {
    const [senderA, accountA] = this.#heldBy(a.uploader)
    const [senderB, accountB] = this.#heldBy(b.uploader)
    return senderA - senderB || accountA - accountB
  }

  #heldBy(uploader: Uploader | undefined): [ofSender: number, ofAccount: number] {
    const [sender = '', account = ''] = keysOf(uploader)
    return [this.#held.get(sender) ?? 0, this.#held.get(account) ?? 0]
  }

  #hold(key: string): void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
  }
}

/** CPU time by key, which decays with {@link halfLifeMs}. */
class RecentUse {
  readonly #now: () => number
  readonly #uses = new Map<string, { ms: number; at: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(key: string, ms: number): void {
    const at = this.#now()
    this.#uses.set(key, { ms: this.of(key) + ms, at })
    for (const [known] of this.#uses) if (this.of(known) < minMs) this.#uses.delete(known)
  }

  of(key: string): number {
    const use = this.#uses.get(key)
    return use ? use.ms * 0.5 ** ((this.#now() - use.at) / halfLifeMs) : 0
  }
}
