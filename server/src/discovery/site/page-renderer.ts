import { Worker } from 'node:worker_threads'
import { FairLimiter } from '../../ground/http/fair-limiter.ts'
import { type Heap, heapOf } from '../../ground/telemetry/heap.ts'
import type { RenderedPage } from './page.ts'
import type {
  ApiAnswer,
  ApiCall,
  FromPageWorker,
  PageRequest,
  PageWorkerOptions,
  ToPageWorker,
} from './page-worker.ts'

/** How the page that is being made reaches the API. */
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>

/** Nobody is there any more to read it. */
export class PageUnwanted extends Error {
  override name = 'PageUnwanted'
}

interface Running {
  callApi: CallApi
  rendered: PromiseWithResolvers<RenderedPage>
}

/** A page gives up by itself before that. A thread that says nothing for so long is in a loop, and is ended. */
const longestSilenceMs = 20_000
/** More wait their turn, addresses in turn; where so many wait, others are refused. */
const mostPagesAtOnce = 100
const mostWaiting = 200

/** For {@link mostPagesAtOnce} pages. A thread that needs more ends, and a new one goes on. */
const memoryMb = 512
/** What a page makes is gone soon; left to itself the engine would take all it can get before it looks. */
const youngMemoryMb = 48

/** Has pages rendered in a thread, and in a new one where that ended. */
export class PageRenderer {
  readonly #program: string
  readonly #silenceMs: number
  readonly #running = new Map<number, Running>()
  readonly #turns = new FairLimiter(
    { atOnce: mostPagesAtOnce, waiting: mostWaiting },
    () => new PageUnwanted('Whoever asked for this page has left.'),
  )
  #thread: Worker | undefined
  #watch: NodeJS.Timeout | undefined
  #lastPage = 0

  private constructor(program: string, silenceMs: number) {
    this.#program = program
    this.#silenceMs = silenceMs
  }

  /** Rejects when the program cannot be loaded. */
  static async open(program: URL, { silenceMs = longestSilenceMs } = {}): Promise<PageRenderer> {
    const renderer = new PageRenderer(program.href, silenceMs)
    await renderer.#start().ready
    return renderer
  }

  /**
   * Rejects when the page could not be made, its thread ended meanwhile, too many wait, or nobody waits for this one any more
   * when its turn comes ({@link PageUnwanted}).
   *
   * @param address that asks for the page: addresses take turns
   */
  render(request: PageRequest, callApi: CallApi, isWanted = () => true, address = ''): Promise<RenderedPage> {
    return this.#turns.run(address, () => this.#make(request, callApi), isWanted)
  }

  #make(request: PageRequest, callApi: CallApi): Promise<RenderedPage> {
    const page = ++this.#lastPage
    const rendered = Promise.withResolvers<RenderedPage>()
    this.#running.set(page, { callApi, rendered })
    if (this.#running.size === 1) this.#waitOn()
    say(this.#thread ?? this.#startAgain(), { kind: 'render', page, request })
    return rendered.promise.finally(() => this.#running.delete(page))
  }

  heap(): Promise<Heap> {
    return heapOf(this.#thread ? [this.#thread] : [])
  }

  /** Ends the thread. Whoever waits for a page is told. */
  async close(): Promise<void> {
    clearTimeout(this.#watch)
    await this.#thread?.terminate()
  }

  /** Where that is not possible, the pages that wait for it are told. */
  #startAgain(): Worker {
    const { thread, ready } = this.#start()
    ready.catch(() => {})
    return thread
  }

  #start(): { thread: Worker; ready: Promise<void> } {
    const thread = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: { program: this.#program } satisfies PageWorkerOptions,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
    })
    const ready = Promise.withResolvers<void>()
    const end = (error: unknown) => {
      ready.reject(error)
      // After an error it ends, and pages that came since are made by another.
      if (this.#thread !== thread) return
      this.#thread = undefined
      for (const { rendered } of this.#running.values()) rendered.reject(error)
    }
    thread.on('message', (message: FromPageWorker) => {
      if (message.kind !== 'ready') return this.#receive(message, thread)
      // The process may end while it is idle: whoever waits for a page holds it up.
      thread.unref()
      ready.resolve()
    })
    thread.on('error', end)
    thread.on('exit', () => end(new Error('The thread that renders pages has ended.')))
    this.#thread = thread
    return { thread, ready: ready.promise }
  }

  #waitOn(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.#running.size > 0 && void this.close(), this.#silenceMs)
    this.#watch.unref()
  }

  #receive(message: Exclude<FromPageWorker, { kind: 'ready' }>, thread: Worker): void {
    this.#waitOn()
    const running = this.#running.get(message.page)
    if (message.kind === 'rendered') running?.rendered.resolve(message.rendered)
    else if (message.kind === 'failed') running?.rendered.reject(new Error(message.reason))
    else if (running) void answer(thread, message.call, running.callApi(message.request))
  }
}

/** The thread that asked is told, and no other: each numbers its calls anew. */
async function answer(thread: Worker, call: number, answering: Promise<ApiAnswer>): Promise<void> {
  try {
    const given = await answering
    say(thread, { kind: 'answered', call, answer: given }, [given.body.buffer])
  } catch (error) {
    say(thread, { kind: 'unanswered', call, reason: String(error) })
  }
}

function say(thread: Worker, message: ToPageWorker, transferred: ArrayBuffer[] = []): void {
  thread.postMessage(message, transferred)
}
