import { Worker } from 'node:worker_threads'
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

interface Running {
  callApi: CallApi
  rendered: PromiseWithResolvers<RenderedPage>
}

/** A page gives up by itself before that. One that does not is in a loop, and its thread is ended. */
const longestRenderMs = 20_000

/** Has pages rendered in a thread, and in a new one where that ended. */
export class PageRenderer {
  readonly #program: string
  readonly #longestMs: number
  readonly #running = new Map<number, Running>()
  #thread: Worker | undefined
  #lastPage = 0

  private constructor(program: string, longestMs: number) {
    this.#program = program
    this.#longestMs = longestMs
  }

  /** Rejects when the program cannot be loaded. */
  static async open(program: URL, { longestMs = longestRenderMs } = {}): Promise<PageRenderer> {
    const renderer = new PageRenderer(program.href, longestMs)
    await renderer.#start()
    return renderer
  }

  /** Rejects when the page could not be made, or its thread ended meanwhile. */
  async render(request: PageRequest, callApi: CallApi): Promise<RenderedPage> {
    const page = ++this.#lastPage
    const rendered = Promise.withResolvers<RenderedPage>()
    this.#running.set(page, { callApi, rendered })
    // Where a new thread cannot be started, the page is told with all others that wait for it.
    if (!this.#thread) this.#start().catch(() => {})
    this.#say({ kind: 'render', page, request })
    const late = setTimeout(() => void this.close(), this.#longestMs)
    return rendered.promise.finally(() => {
      clearTimeout(late)
      this.#running.delete(page)
    })
  }

  /** Ends the thread. Whoever waits for a page is told. */
  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Promise<void> {
    const thread = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: { program: this.#program } satisfies PageWorkerOptions,
    })
    const ready = Promise.withResolvers<void>()
    const end = (error: unknown) => {
      if (this.#thread === thread) this.#thread = undefined
      ready.reject(error)
      for (const { rendered } of this.#running.values()) rendered.reject(error)
    }
    thread.on('message', (message: FromPageWorker) => {
      if (message.kind === 'ready') ready.resolve()
      else this.#receive(message)
    })
    thread.on('error', end)
    thread.on('exit', () => end(new Error('The thread that renders pages has ended.')))
    // The process may end while it is idle: whoever waits for a page holds it up.
    thread.unref()
    this.#thread = thread
    return ready.promise
  }

  #receive(message: Exclude<FromPageWorker, { kind: 'ready' }>): void {
    const running = this.#running.get(message.page)
    if (message.kind === 'rendered') running?.rendered.resolve(message.rendered)
    else if (message.kind === 'failed') running?.rendered.reject(message.error)
    else if (running) void this.#answer(message.call, running.callApi(message.request))
  }

  async #answer(call: number, answering: Promise<ApiAnswer>): Promise<void> {
    try {
      const answer = await answering
      this.#say({ kind: 'answered', call, answer }, [answer.body.buffer])
    } catch (error) {
      this.#say({ kind: 'unanswered', call, error })
    }
  }

  #say(message: ToPageWorker, transferred: ArrayBuffer[] = []): void {
    this.#thread?.postMessage(message, transferred)
  }
}
