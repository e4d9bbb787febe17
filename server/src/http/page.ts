import { createHash } from 'node:crypto'

export interface RenderedPage {
  status: number
  headers: Headers
  html: Buffer
  /** Base64 SHA-256 of each inline script of ours, for the content security policy. */
  scriptHashes: string[]
}

/**
 * Reads the renderer's answer to its end. Its inline scripts carry a nonce that only this rendering knows, so that
 * nothing a stranger wrote can pass for one. A page is kept and sent many times, which a nonce must not be; so each
 * script is allowed by its digest instead, and the nonce is taken out.
 */
export async function finishPage(response: Response): Promise<RenderedPage> {
  const nonce = response.headers.get('x-script-nonce')
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('x-script-nonce')
  if (!nonce) return { status: response.status, headers, html: Buffer.from(text), scriptHashes: [] }
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
    status: response.status,
    headers,
    html: Buffer.from(text.replaceAll(` nonce="${nonce}"`, '')),
    scriptHashes: [...hashes],
  }
}

const digest = (code: string) => createHash('sha256').update(code).digest('base64')
