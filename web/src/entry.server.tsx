import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext, SiteContext, siteOfRequest } from './site.ts'

const renderTimeoutMs = 15_000

/** Renders the whole page before it answers: the server keeps the bytes for the next reader. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const page = (
    <SiteContext value={context.get(siteOfRequest)}>
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>
    </SiteContext>
  )
  const html = await renderWhole(page, nonce, request.signal)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('x-script-nonce', nonce)
  return new Response(html, { status, headers })
}

/** A broken link or a refusal is an answer, not a fault; only what nobody expected is worth a line. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted && error instanceof Error) console.error(error)
}

function renderWhole(page: React.ReactNode, nonce: string, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timeout)
        resolve(buffer(pipe(new PassThrough())) as Promise<Buffer<ArrayBuffer>>)
      },
      onShellError: reject,
      onError: reject,
    })
    const timeout = setTimeout(abort, renderTimeoutMs)
    signal.addEventListener('abort', () => abort(), { once: true })
  })
}
