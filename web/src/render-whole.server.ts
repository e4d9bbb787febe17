import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

const timeoutMs = 15_000

/** Renders the whole page before responding, because the server caches its bytes. */
export function renderWhole(
  page: ReactNode,
  { nonce, signal }: { nonce: string; signal: AbortSignal },
): Promise<string> {
  const rendered = Promise.withResolvers<string>()
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => rendered.resolve(text(pipe(new PassThrough()))),
    onShellError: rendered.reject,
    onError: rendered.reject,
  })
  const timer = setTimeout(abort, timeoutMs)
  signal.addEventListener('abort', abort)
  // Without this cleanup, the timer and the signal would keep the whole page in memory.
  return rendered.promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  })
}
