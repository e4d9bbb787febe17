/** CPU time is limited, so that a busy host fails no archive. Wall-clock time ends only a blocked thread. */
export interface ThreadLimits {
  cpuMs: number
  /** A thread that uses less CPU time than {@link minCpuMs} in this long is blocked. */
  blockedMs: number
}

export type WhyEnded = 'cpu' | 'blocked'

interface Measured {
  cpuMs(): Promise<number>
}

const pollMs = 250
/** Higher than the cost of measuring the CPU time of a thread. */
const minCpuMs = 500

/** Watches the CPU time that a thread spends on one task, even while the thread is stuck in it. */
export class ThreadWatch {
  readonly #thread: Measured
  readonly #now: () => number
  readonly #limits: ThreadLimits
  readonly #timer: NodeJS.Timeout
  #isAsking = false
  readonly #startMs: number
  #nowMs: number
  #progress: { cpuMs: number; at: number }

  /** @param startMs CPU time of the thread before this task. */
  constructor(
    thread: Measured,
    startMs: number,
    limits: ThreadLimits,
    end: (why: WhyEnded) => void,
    now = () => performance.now(),
  ) {
    this.#thread = thread
    this.#now = now
    this.#limits = limits
    this.#startMs = startMs
    this.#nowMs = startMs
    this.#progress = { cpuMs: startMs, at: this.#now() }
    void this.#ask()
    this.#timer = setInterval(() => {
      void this.#ask()
      const why = this.#whyToEnd()
      if (why) end(why)
    }, pollMs)
  }

  /** CPU time of the thread at the last measurement. */
  get totalMs(): number {
    return this.#nowMs
  }

  /** CPU time of the task at the last measurement. */
  get spentMs(): number {
    return this.#nowMs - this.#startMs
  }

  /** Ends the watch after a last measurement, if the thread still responds. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#ask()
  }

  #whyToEnd(): WhyEnded | undefined {
    if (this.spentMs >= this.#limits.cpuMs) return 'cpu'
    return this.#now() - this.#progress.at >= this.#limits.blockedMs ? 'blocked' : undefined
  }

  /** A thread in native code responds later. One that is starting or has ended rejects. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      this.#nowMs = await this.#thread.cpuMs()
      if (this.#nowMs - this.#progress.cpuMs >= minCpuMs)
        this.#progress = { cpuMs: this.#nowMs, at: this.#now() }
    } catch {
      // The timer repeats the measurement, and the pool is notified when the thread ends.
    } finally {
      this.#isAsking = false
    }
  }
}
