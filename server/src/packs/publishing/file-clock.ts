const maxPathBytes = 4096
const headerBytes = 32
const slotBytes = 8 + maxPathBytes

/**
 * CPU time of an analysis thread by file, in memory that it shares with the pool, so that the pool can read it even if the
 * thread is stuck. Only the thread writes. The pool reads after the thread has ended.
 */
export class FileClock {
  readonly memory: SharedArrayBuffer
  /** Milliseconds: CPU time when the current file began, its earlier time, and the time of the most expensive file. */
  readonly #times: Float64Array
  readonly #current: PathSlot
  readonly #largest: PathSlot

  constructor(memory = new SharedArrayBuffer(headerBytes + 2 * slotBytes)) {
    this.memory = memory
    this.#times = new Float64Array(memory, 0, 3)
    this.#current = new PathSlot(memory, headerBytes)
    this.#largest = new PathSlot(memory, headerBytes + slotBytes)
  }

  /** Resets the clock for a new task. */
  clear(): void {
    this.#times.fill(0)
    this.#current.write('')
    this.#largest.write('')
  }

  turnTo(path: string, { startMs, earlierMs }: { startMs: number; earlierMs: number }): void {
    this.#times[0] = startMs
    this.#times[1] = earlierMs
    this.#current.write(path)
  }

  noteLargest(path: string, ms: number): void {
    if (ms <= (this.#times[2] ?? 0)) return
    this.#times[2] = ms
    this.#largest.write(path)
  }

  current(): string | undefined {
    return this.#current.read()
  }

  /** Returns the file that took most of the time, including the current one. */
  mostExpensive(cpuMs: number): string | undefined {
    const [startMs = 0, earlierMs = 0, largestMs = 0] = this.#times
    const current = this.current()
    return current !== undefined && earlierMs + cpuMs - startMs >= largestMs ? current : this.#largest.read()
  }
}

const encoder = new TextEncoder()

class PathSlot {
  readonly #length: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer, offset: number) {
    this.#length = new Int32Array(memory, offset, 1)
    this.#bytes = new Uint8Array(memory, offset + 8, maxPathBytes)
  }

  write(path: string): void {
    this.#length[0] = encoder.encodeInto(path, this.#bytes).written
  }

  read(): string | undefined {
    const length = this.#length[0] ?? 0
    // Text decoders refuse shared memory.
    return length === 0 ? undefined : Buffer.from(this.#bytes.slice(0, length)).toString()
  }
}

export interface ThreadTimes {
  cpuMs(): number
  nowMs(): number
}

/** Minimum time between samples, because work can switch between files millions of times. */
const minSampleMs = 1

/** Used by the thread. Adds the CPU time between two calls of `turnTo` to the file of the first one. */
export class FileTimes {
  readonly #clock: FileClock
  readonly #onSample: (spentMs: number) => void
  readonly #times: ThreadTimes
  readonly #beganMs: number
  readonly #totals = new Map<string, number>()
  #path: string | undefined
  #startMs = 0
  #sampledAt = 0

  /** @param onSample Called occasionally with the CPU time of the task. */
  constructor(clock: FileClock, onSample: (spentMs: number) => void, times: ThreadTimes = ownTimes) {
    this.#clock = clock
    this.#onSample = onSample
    this.#times = times
    this.#beganMs = times.cpuMs()
    clock.clear()
  }

  readonly turnTo = (path: string): void => {
    const now = this.#times.nowMs()
    if (now - this.#sampledAt >= minSampleMs) {
      this.#sampledAt = now
      this.#sample()
    }
    this.#path = path
    this.#clock.turnTo(path, { startMs: this.#startMs, earlierMs: this.#totals.get(path) ?? 0 })
  }

  #sample(): void {
    const cpuMs = this.#times.cpuMs()
    if (this.#path !== undefined) {
      const total = (this.#totals.get(this.#path) ?? 0) + cpuMs - this.#startMs
      this.#totals.set(this.#path, total)
      this.#clock.noteLargest(this.#path, total)
    }
    this.#startMs = cpuMs
    this.#onSample(cpuMs - this.#beganMs)
  }
}

const ownTimes: ThreadTimes = {
  cpuMs() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
  nowMs: () => performance.now(),
}
