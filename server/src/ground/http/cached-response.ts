import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheControl } from './cache-control.ts'
import { type Compression, compress, type Encoding, preferredEncoding } from './content-encoding.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { addressFor } from './headers.ts'
import { inOwnMemory } from './own-memory.ts'
import type { Caller } from './request-limits.ts'

export interface ResponseParts {
  /** Defaults to 200. */
  status?: number
  /** All but the ETag. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** The path and query that a redirect leads to. */
  redirectTo?: string | undefined
  /** False if clients must not revalidate a copy of their own. */
  hasEtag?: boolean
  /** Encodings that exist already. */
  compressed?: Readonly<Partial<Record<Compression, Buffer | undefined>>>
  /** The data it depends on; see `Changes`. */
  tags?: readonly string[]
  /** In milliseconds since 1970. Caches do not store a response that has expired. */
  expiresAt?: number
  /** True if a request with `Cache-Control: no-cache` gets the cached response too. */
  ignoresNoCache?: boolean
  /** Called for each GET that gets the response. */
  onServe?: ((caller: Caller) => void) | undefined
  /** True if its data may have changed, because the database was unavailable. */
  isStale?: boolean
}

/** A complete response as bytes, which can be sent any number of times. */
export class CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly etag: string | undefined
  /** Created on first demand, unless they existed before. */
  readonly compressed: Record<Compression, Buffer | undefined>
  readonly redirectTo: string | undefined
  readonly tags: readonly string[]
  readonly expiresAt: number
  readonly ignoresNoCache: boolean
  readonly onServe: ((caller: Caller) => void) | undefined
  readonly isStale: boolean
  /** Header and body of each encoding, and of 304, created on first demand. */
  readonly #forms = new Map<FormName, Form>()
  /** Encodings by the number of requests that could have used them before they existed. */
  readonly #wanted = new Map<Compression, number>()

  constructor(parts: ResponseParts) {
    const { body, headers, compressed = {}, hasEtag = true } = parts
    this.status = parts.status ?? 200
    this.etag = hasEtag ? (headers['etag'] ?? etagOf(body)) : undefined
    this.headers = this.etag === undefined ? headers : { ...headers, etag: this.etag }
    this.body = inOwnMemory(body)
    this.compressed = { br: compressed.br, gzip: compressed.gzip }
    this.redirectTo = parts.redirectTo
    this.tags = parts.tags ?? []
    this.expiresAt = parts.expiresAt ?? Number.POSITIVE_INFINITY
    this.ignoresNoCache = parts.ignoresNoCache ?? false
    this.onServe = parts.onServe
    this.isStale = parts.isStale ?? false
  }

  /** The same response marked as stale (RFC 9111 5.1, RFC 7234 5.5.2). Caches do not store it. */
  asStale(ageMs: number): CachedResponse {
    const age = String(Math.max(0, Math.floor(ageMs / 1000)))
    return new CachedResponse({
      ...this,
      hasEtag: this.etag !== undefined,
      headers: { ...this.headers, 'cache-control': cacheControl.stale, warning: staleWarning, age },
      expiresAt: 0,
      isStale: true,
    })
  }

  /**
   * Sends 304 if the client has the response, otherwise the bytes in the best available encoding. Most responses are
   * requested once, so the first request for an encoding gets the plain bytes. The second does, too, and starts the
   * compression; `onGrow` is called when that is done. `extraHeaders` alternates names and values.
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    { onGrow, extraHeaders = noHeaders }: { onGrow?: OnGrow; extraHeaders?: readonly string[] } = {},
  ): void {
    const isKnown = matchesEtag(request.headers['if-none-match'], this.etag)
    const name = isKnown ? 'notModified' : this.#encodingFor(request.headers['accept-encoding'], onGrow)
    const { headers, body } = this.#forms.get(name) ?? this.#makeForm(name)
    const extra =
      this.redirectTo === undefined
        ? extraHeaders
        : [...extraHeaders, 'location', addressFor(this.redirectTo, request.headers)]
    const all = extra.length > 0 ? headers.concat(extra) : headers
    response.writeHead(isKnown ? 304 : this.status, all)
    response.end(body)
  }

  #encodingFor(accepted: string | undefined, onGrow: OnGrow | undefined): Encoding {
    if (!accepted || this.body.length < leastWorthCompressing) return 'identity'
    const wanted = preferredEncoding(accepted)
    if (wanted === 'identity' || this.compressed[wanted]) return wanted
    const requests = (this.#wanted.get(wanted) ?? 0) + 1
    this.#wanted.set(wanted, requests)
    if (requests === 2) void this.#compress(wanted, onGrow)
    return 'identity'
  }

  async #compress(encoding: Compression, onGrow: OnGrow | undefined): Promise<void> {
    this.compressed[encoding] = await compress(this.body, encoding)
    onGrow?.(this)
  }

  #makeForm(name: FormName): Form {
    const headers = Object.entries(this.headers).flat()
    const form: Form = { headers, body: undefined }
    if (name !== 'notModified') {
      form.body = name === 'identity' ? this.body : (this.compressed[name] ?? this.body)
      headers.push('content-length', String(form.body.length))
      if (name !== 'identity') headers.push('content-encoding', name)
    }
    this.#forms.set(name, form)
    return form
  }
}

type OnGrow = (response: CachedResponse) => void
type FormName = Encoding | 'notModified'

interface Form {
  /** Alternating names and values. */
  headers: string[]
  body: Buffer | undefined
}

const leastWorthCompressing = 860
const noHeaders: readonly string[] = []

/** The `Warning` header of stale responses. */
export const staleWarning = '111 - "Revalidation Failed"'
