import type { Uploader } from './queue/sql.ts'
export interface Queued {
  /** Absent for the registry's own work. */
  uploader?: Uploader | undefined
  /** Runs only while nothing else can, and never on the last free thread. */
  isBackground?: boolean
  /** A few seconds at most, while an uploader waits: not counted against the account. */
  isShort?: boolean
}

/** What an account used counts half after this time. */
const halfLifeMs = 10 * 60_000
/** Usage that has faded to less is forgotten. */
const leastMs = 10

/**
 * Tasks that wait for one of a few threads. Of those that can start, the first is one of the address with the fewest
 * running tasks, then of the account with the fewest, then of whichever used the least CPU time lately. One account
 * never holds more than half of the threads, and one address leaves a thread to everyone else. So at most one running
 * task of a stranger stands between a newcomer and a thread, however many tasks that stranger has queued.
 */
export class FairQueue<Task extends Queued> {
  readonly #waiting: Task[] = []
  readonly #threads: number
  readonly #used: RecentUse

  /** @param now milliseconds of a clock that is never set */
  constructor(threads: number, now = () => performance.now()) {
    this.#threads = threads
    this.#used = new RecentUse(now)
  }

  add(task: Task): void {
    this.#waiting.push(task)
  }

  /** Removes and returns the task to start next, if any can start beside the running ones. */
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

  /** Removes and returns all that wait. */
  clear(): Task[] {
    return this.#waiting.splice(0)
  }

  #first(tasks: readonly Task[], load: Load): Task | undefined {
    // Sorting is stable: equals stay in the order in which they came.
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

/** How many threads each account and each address holds. */
class Load {
  readonly hasRoomForBackground: boolean
  readonly #held = new Map<string, number>()
  readonly #mostOfAccount: number
  readonly #mostOfSender: number

  constructor(running: Iterable<Queued>, threads: number) {
    this.#mostOfAccount = Math.max(1, Math.floor(threads / 2))
    this.#mostOfSender = Math.max(2, threads - 1)
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
    return ofSender < this.#mostOfSender && (isShort || ofAccount < this.#mostOfAccount)
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

/** CPU time by key, fading with {@link halfLifeMs}. */
class RecentUse {
  readonly #now: () => number
  readonly #uses = new Map<string, { ms: number; at: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(key: string, ms: number): void {
    const at = this.#now()
    this.#uses.set(key, { ms: this.of(key) + ms, at })
    for (const [known] of this.#uses) if (this.of(known) < leastMs) this.#uses.delete(known)
  }

  of(key: string): number {
    const use = this.#uses.get(key)
    return use ? use.ms * 0.5 ** ((this.#now() - use.at) / halfLifeMs) : 0
  }
}
