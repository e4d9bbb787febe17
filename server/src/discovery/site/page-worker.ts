import { workerData } from 'node:worker_threads'
import { Moved } from '../../ground/threads/calls.ts'
import { serve } from '../../ground/threads/thread.ts'
import { finishPage } from './page.ts'

/** Input of the thread that renders pages, so that they do not block other requests (decision 0025). */
export interface PageThreadOptions {
  /** URL of the built site's server program. */
  program: string
}

export interface PageRequest {
  url: string
  headers: Record<string, string>
}

/** A page's request to the API. */
export interface ApiCall {
  method: string
  /** Includes the query. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** Methods of the thread that serves requests. */
export type PageClient = {
  /** @param page Number of the page that makes the call. */
  callApi(given: { page: number; call: ApiCall }): Promise<Moved<ApiAnswer>>
}

export type PageApi = typeof api

/** The entry point of the built site. */
type Render = (request: Request, fetch: typeof globalThis.fetch) => Promise<Response>

const { program }: PageThreadOptions = workerData
const { default: render }: { default: Render } = await import(program)

const api = {
  /** Resolves once the site's program is loaded. */
  open: async () => {},
  async render({ page, request: { url, headers } }: { page: number; request: PageRequest }) {
    const rendered = await finishPage(await render(new Request(url, { headers }), apiOf(page)))
    return new Moved(rendered, [rendered.html.buffer, rendered.br.buffer])
  },
}

const client = serve<PageClient>(api)

/** Calls the API in the thread that serves requests. Ignores the host in the URL. */
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
