import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  html: Uint8Array<ArrayBuffer>
  /** `html` compressed with Brotli. */
  br: Uint8Array<ArrayBuffer>
  /** Base64 SHA-256 of each inline script with the nonce, for the content security policy. */
  scriptHashes: string[]
}

/**
 * Reads a rendered page and hashes its inline scripts. The renderer marks its own scripts with a secret nonce, so that text
 * from users cannot pass for one. Cached pages are sent many times, but a nonce must be used once. The policy therefore
 * allows the digests of these scripts, and the nonce is removed.
 */
export async function finishPage(response: Response): Promise<RenderedPage> {
  const { 'x-script-nonce': nonce, ...headers } = Object.fromEntries(response.headers)
  const { status } = response
  const text = await response.text()
  if (!nonce) return { status, headers, ...inBytes(text), scriptHashes: [] }
  const scripts = text.matchAll(
    new RegExp(`<script[^>]* nonce="${RegExp.escape(nonce)}"[^>]*>([^]*?)</script>`, 'g'),
  )
  const hashes = new Set(
    [...scripts]
      .map(([, code = '']) => code)
      .filter(Boolean)
      .map(digest),
  )
  return {
    status,
    headers,
    ...inBytes(text.replaceAll(` nonce="${nonce}"`, '')),
    scriptHashes: [...hashes],
  }
}

/**
 * Low, because most pages are requested only once and the client waits for the compression. One step more would take twice
 * the time for 6 % fewer bytes.
 */
const brotliQuality = 3

function inBytes(text: string): Pick<RenderedPage, 'html' | 'br'> {
  const html = encoder.encode(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  }
  return { html, br: new Uint8Array(brotliCompressSync(html, { params })) }
}

const encoder = new TextEncoder()
const digest = (code: string) => createHash('sha256').update(code).digest('base64')
