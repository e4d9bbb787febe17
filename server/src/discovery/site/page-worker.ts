import { parentPort, workerData } from 'node:worker_threads'
import { finishPage, type RenderedPage } from './page.ts'

/**
 * Renders pages of the site, in a thread of its own: no other request waits while a page is made, and the code that
 * answers requests stays as fast as it is without pages (decision 0025). `page-renderer.ts` is the other end.
 */
export interface PageWorkerOptions {
  /** The address of the built site's server program. */
  program: string
}

export interface PageRequest {
  url: string
  headers: Record<string, string>
}

/** What a page asks of the API. */
export interface ApiCall {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

export type ToPageWorker =
  | { kind: 'render'; page: number; request: PageRequest }
  | { kind: 'answered'; call: number; answer: ApiAnswer }
  | { kind: 'unanswered'; call: number; reason: string }

export type FromPageWorker =
  | { kind: 'ready' }
  | { kind: 'call'; page: number; call: number; request: ApiCall }
  | { kind: 'rendered'; page: number; rendered: RenderedPage }
  | { kind: 'failed'; page: number; reason: string }

/** The one shape in which the built site is known here. */
type Render = (request: Request, fetch: typeof globalThis.fetch) => Promise<Response>

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
const { program } = workerData as PageWorkerOptions
const { default: render } = (await import(program)) as { default: Render }

const calls = new Map<number, PromiseWithResolvers<ApiAnswer>>()
let lastCall = 0

port.on('message', (message: ToPageWorker) => {
  if (message.kind === 'render') return void answer(message.page, message.request)
  const call = calls.get(message.call)
  calls.delete(message.call)
  if (message.kind === 'answered') call?.resolve(message.answer)
  else call?.reject(new Error(message.reason))
})
say({ kind: 'ready' })

async function answer(page: number, { url, headers }: PageRequest): Promise<void> {
  try {
    const rendered = await finishPage(await render(new Request(url, { headers }), apiOf(page)))
    say({ kind: 'rendered', page, rendered }, [rendered.html.buffer, rendered.br.buffer])
  } catch (error) {
    say({ kind: 'failed', page, reason: String((error instanceof Error && error.stack) || error) })
  }
}

/** Reaches the API in the thread that answers requests, whatever the host of the address. */
function apiOf(page: number): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { status, headers, body } = await ask(page, {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
    })
    return new Response(status === 204 ? null : body, { status, headers })
  }
}

function ask(page: number, request: ApiCall): Promise<ApiAnswer> {
  const call = ++lastCall
  const answered = Promise.withResolvers<ApiAnswer>()
  calls.set(call, answered)
  say({ kind: 'call', page, call, request })
  return answered.promise
}

function say(message: FromPageWorker, transferred: ArrayBuffer[] = []): void {
  port.postMessage(message, transferred)
}
