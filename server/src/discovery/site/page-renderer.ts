import { addressKey } from '../../ground/address-key.ts'
import { type Heap, heapOf } from '../../ground/telemetry/heap.ts'
import { Moved } from '../../ground/threads/calls.ts'
import { FairLimiter } from '../../ground/threads/fair-limiter.ts'
import { Thread } from '../../ground/threads/thread.ts'
import type { RenderedPage } from './page.ts'
import type {
  ApiAnswer,
  ApiCall,
  PageApi,
  PageClient,
  PageRequest,
  PageThreadOptions,
} from './page-worker.ts'

/** Calls the API for a page that is being rendered. */
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>

/** Thrown if every client that requested the page has disconnected. */
export class PageUnwanted extends Error {
  override name = 'PageUnwanted'
}

/** Longer than the timeout of a page. A thread without any messages for this long is in a loop, and is terminated. */
const maxSilenceMs = 20_000
/** Further pages wait in a queue that is fair to each address. */
const maxConcurrentPages = 100
/** Of one address: all pages share the thread, so that each of another address waits for all of these. */
const maxPagesOfAddress = 4
/** Further pages are refused. */
const maxWaiting = 200

/** Enough for {@link maxConcurrentPages}. A thread that needs more is replaced. */
const memoryMb = 256
/** Pages are short-lived objects. Without a limit, the engine would reserve far more memory before it collects them. */
const youngMemoryMb = 24

/** Renders pages in a thread, and replaces a thread that has ended. */
export class PageRenderer {
  readonly #program: string
  readonly #silenceMs: number
  readonly #pages = new Map<number, CallApi>()
  readonly #turns = new FairLimiter(
    { atOnce: maxConcurrentPages, ofCaller: maxPagesOfAddress, waiting: maxWaiting },
    () => new PageUnwanted('The clients that requested this page have disconnected.'),
  )
  #thread: Thread<PageApi>
  #watch: NodeJS.Timeout | undefined
  #lastPage = 0

  private constructor(program: string, silenceMs: number) {
    this.#program = program
    this.#silenceMs = silenceMs
    this.#thread = this.#start()
  }

  /** Rejects if the program cannot be loaded. */
  static async open(program: URL, { silenceMs = maxSilenceMs } = {}): Promise<PageRenderer> {
    const renderer = new PageRenderer(program.href, silenceMs)
    await renderer.#thread.call('open', undefined)
    return renderer
  }

  /**
   * Rejects if the page fails, its thread ends, the queue is full, or no client wants the page when its turn comes
   * ({@link PageUnwanted}).
   */
  render(
    request: PageRequest,
    callApi: CallApi,
    isWanted = () => true,
    reader = addressKey(''),
  ): Promise<RenderedPage> {
    return this.#turns.run(reader, () => this.#make(request, callApi), isWanted)
  }

  async #make(request: PageRequest, callApi: CallApi): Promise<RenderedPage> {
    const page = ++this.#lastPage
    this.#pages.set(page, callApi)
    if (this.#pages.size === 1) this.#waitOn()
    if (this.#thread.hasEnded) this.#thread = this.#start()
    try {
      return await this.#thread.call('render', { page, request })
    } finally {
      this.#pages.delete(page)
      this.#waitOn()
    }
  }

  heap(): Promise<Heap> {
    return heapOf([this.#thread])
  }

  /** Ends the thread. Pages that it is rendering are rejected. */
  async close(): Promise<void> {
    clearTimeout(this.#watch)
    await this.#thread.end()
  }

  #start(): Thread<PageApi> {
    const methods: PageClient = {
      callApi: async ({ page, call }) => {
        this.#waitOn()
        const callApi = this.#pages.get(page)
        if (!callApi) throw new Error('This page is not being rendered.')
        const response = await callApi(call)
        return new Moved(response, [response.body.buffer])
      },
    }
    return new Thread(new URL('./page-worker.ts', import.meta.url), {
      name: 'The thread that renders pages',
      workerData: { program: this.#program } satisfies PageThreadOptions,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
      methods,
    })
  }

  /** Terminates the thread if it sends nothing for too long while pages wait for it. */
  #waitOn(): void {
    clearTimeout(this.#watch)
    if (this.#pages.size === 0) return
    this.#watch = setTimeout(() => void this.close(), this.#silenceMs)
    this.#watch.unref()
  }
}
