import { workerData } from 'node:worker_threads'
import { Moved } from '../../ground/threads/calls.ts'
import { serve } from '../../ground/threads/thread.ts'
import { finishPage } from './page.ts'

/** Renders pages of the site in a thread of its own, so that no other request waits meanwhile (decision 0025). */
export interface PageThreadOptions {
  /** The address of the built site's server program. */
  program: string
}

export interface PageRequest {
  url: string
  headers: Record<string, string>
}

/** A page's request to the API. */
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

/** Methods of the thread that answers requests. */
export type PageClient = {
  /** @param page number of the page that makes the call */
  callApi(given: { page: number; call: ApiCall }): Promise<Moved<ApiAnswer>>
}

export type PageApi = typeof api

/** The one shape in which the built site is known here. */
type Render = (request: Request, fetch: typeof globalThis.fetch) => Promise<Response>

const { program } = workerData as PageThreadOptions
const { default: render } = (await import(program)) as { default: Render }

const api = {
  /** Answered once the site's program is loaded. */
  open: async () => {},
  async render({ page, request: { url, headers } }: { page: number; request: PageRequest }) {
    const rendered = await finishPage(await render(new Request(url, { headers }), apiOf(page)))
    return new Moved(rendered, [rendered.html.buffer, rendered.br.buffer])
  },
}

const client = serve<PageClient>(api)

/** Reaches the API in the thread that answers requests, whatever the host of the address. */
function apiOf(page: number): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const call: ApiCall = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
    }
    const { status, headers, body } = await client.call('callApi', { page, call })
    return new Response(status === 204 ? null : body, { status, headers })
  }
}
