/** Methods that one thread serves, by name. Each takes one value, which is copied to the other thread. */
export type Methods = Record<string, (payload: never) => unknown>

/** One end of a channel between two threads: a `Worker`, or the worker's `parentPort`. */
interface Port {
  postMessage(message: Message, moved: ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** Messages of any other shape are ignored, because a thread that reads hostile input could send anything. */
type Message =
  | { call: number; method: string; payload: unknown }
  | { answers: number; value: unknown }
  | { answers: number; error: PlainError }

/** The string and number fields of an error, such as its name, stack, code and path. Other fields cannot be copied. */
type PlainError = Record<string, string | number>

/** A result whose buffers move to the other thread instead of being copied. */
export class Moved<Value> {
  readonly value: Value
  readonly buffers: ArrayBuffer[]

  constructor(value: Value, buffers: ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

export type Result<Api extends Methods, Name extends keyof Api> =
  Awaited<ReturnType<Api[Name]>> extends Moved<infer Value> ? Value : Awaited<ReturnType<Api[Name]>>

/** Calls between two threads, in both directions: each end serves its own methods and calls those of the other. */
export class Calls<Theirs extends Methods> {
  readonly #port: Port
  readonly #own: ReadonlyMap<string, (payload: never) => unknown>
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(port: Port, own: Methods = {}) {
    this.#port = port
    this.#own = new Map(Object.entries(own))
    port.on('message', (message) => {
      if (!isMessage(message)) return
      if ('call' in message) void this.#serve(message.call, message.method, message.payload)
      else this.#settle(message)
    })
  }

  get areAllAnswered(): boolean {
    return this.#waiting.size === 0
  }

  /**
   * Rejects with an `Error` that has the fields of the one thrown in the other thread.
   * @param moved Buffers of the payload that are transferred to the other thread.
   */
  call<Name extends keyof Theirs & string>(
    method: Name,
    payload: Parameters<Theirs[Name]>[0],
    moved: ArrayBuffer[] = [],
  ): Promise<Result<Theirs, Name>> {
    const call = ++this.#last
    const waiting = Promise.withResolvers<unknown>()
    this.#port.postMessage({ call, method, payload }, moved)
    this.#waiting.set(call, waiting)
    return waiting.promise as Promise<Result<Theirs, Name>>
  }

  /** Rejects all pending calls. */
  fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async #serve(answers: number, method: string, payload: unknown): Promise<void> {
    try {
      const own = this.#own.get(method)
      if (!own) throw new Error(`There is no method ${method}.`)
      const result = await own(payload as never)
      if (result instanceof Moved) this.#port.postMessage({ answers, value: result.value }, result.buffers)
      else this.#port.postMessage({ answers, value: result }, [])
    } catch (error) {
      this.#port.postMessage({ answers, error: toPlain(error) }, [])
    }
  }

  #settle(message: Exclude<Message, { call: number }>): void {
    const waiting = this.#waiting.get(message.answers)
    this.#waiting.delete(message.answers)
    if ('error' in message) waiting?.reject(Object.assign(new Error(), message.error))
    else waiting?.resolve(message.value)
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && ('call' in message || 'answers' in message)
}

function toPlain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack = '' } = error
  const plain: PlainError = {}
  for (const [field, value] of Object.entries({ ...error, name, message, stack })) {
    if (typeof value === 'string' || typeof value === 'number') plain[field] = value
  }
  return plain
}
