import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  html: Uint8Array<ArrayBuffer>
  /** The same, compressed. */
  br: Uint8Array<ArrayBuffer>
  /** Base64 SHA-256 of each inline script of ours, for the content security policy. */
  scriptHashes: string[]
}

/**
 * Reads the renderer's answer to its end. Its inline scripts carry a nonce that only this rendering knows, so that
 * nothing a stranger wrote can pass for one. A page is kept and sent many times, which a nonce must not be; so each
 * script is allowed by its digest instead, and the nonce is taken out.
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
 * A page is a tenth of its size compressed, and most are asked for once: whoever has it made should not be the one who waits
 * for all of it. Two more steps of quality take twice the time for an eighth less.
 */
const brotliQuality = 4

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
