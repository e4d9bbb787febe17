import { FairLimiter } from '../../ground/http/fair-limiter.ts'
import { type Heap, heapOf } from '../../ground/telemetry/heap.ts'
import { Moved } from '../../ground/threads/calls.ts'
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

/** How a page that is being rendered reaches the API. */
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>

/** The client that requested the page has left. */
export class PageUnwanted extends Error {
  override name = 'PageUnwanted'
}

/** A page gives up by itself earlier than this. A thread that sends nothing for this long is in a loop, and is ended. */
const longestSilenceMs = 20_000
/** More pages wait, with turns by address; while this many wait, others are refused. */
const mostPagesAtOnce = 100
const mostWaiting = 200

/** For {@link mostPagesAtOnce} pages. A thread that needs more ends, and a new one takes over. */
const memoryMb = 256
/** Pages are short-lived: without a limit the engine would reserve far more before it collects them. */
const youngMemoryMb = 24

/** Has pages rendered in a thread, and in a new one where that ended. */
export class PageRenderer {
  readonly #program: string
  readonly #silenceMs: number
  readonly #pages = new Map<number, CallApi>()
  readonly #turns = new FairLimiter(
    { atOnce: mostPagesAtOnce, waiting: mostWaiting },
    () => new PageUnwanted('The client that requested this page has left.'),
  )
  #thread: Thread<PageApi>
  #watch: NodeJS.Timeout | undefined
  #lastPage = 0

  private constructor(program: string, silenceMs: number) {
    this.#program = program
    this.#silenceMs = silenceMs
    this.#thread = this.#start()
  }

  /** Rejects when the program cannot be loaded. */
  static async open(program: URL, { silenceMs = longestSilenceMs } = {}): Promise<PageRenderer> {
    const renderer = new PageRenderer(program.href, silenceMs)
    await renderer.#thread.call('open', undefined)
    return renderer
  }

  /**
   * Rejects when the page could not be made, its thread ended meanwhile, too many wait, or the client had left when the
   * page's turn came ({@link PageUnwanted}).
   *
   * @param address of the client: addresses take turns
   */
  render(request: PageRequest, callApi: CallApi, isWanted = () => true, address = ''): Promise<RenderedPage> {
    return this.#turns.run(address, () => this.#make(request, callApi), isWanted)
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
        const answer = await callApi(call)
        return new Moved(answer, [answer.body.buffer])
      },
    }
    return new Thread(new URL('./page-worker.ts', import.meta.url), {
      name: 'The thread that renders pages',
      workerData: { program: this.#program } satisfies PageThreadOptions,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
      methods,
    })
  }

  /** Ends the thread when it sends nothing for too long while pages wait for it. */
  #waitOn(): void {
    clearTimeout(this.#watch)
    if (this.#pages.size === 0) return
    this.#watch = setTimeout(() => void this.close(), this.#silenceMs)
    this.#watch.unref()
  }
}
