import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Changes } from '../db/changes.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { inOwnMemory } from './own-memory.ts'
import type { Caller } from './request-limits.ts'

/** What a kept answer is made of. */
export interface KeptParts {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Absent for answers that clients must not keep by it. */
  etag?: string | undefined
  /** Forms that are there already. */
  compressed?: { br?: Buffer | undefined; gzip?: Buffer | undefined }
  /** What it was made from; see `Changes`. */
  tags: readonly string[]
  expiresAt: number
  /** Made again for a request that says `Cache-Control: no-cache`. */
  yields?: boolean
  /** To be told of every GET that gets it. */
  onServe?: ((caller: Caller) => void) | undefined
  /** Sent although it may be wrong by now, because the database is away. */
  isStale?: boolean
}

/**
 * A finished answer as bytes, ready to be sent any number of times. All have the same properties in the same order,
 * whatever they answer: where their shapes differ the engine looks each property up for each request.
 */
export class KeptAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  body: Buffer
  readonly etag: string | undefined
  /** Compressed forms, made when they are first asked for. */
  readonly compressed: { br: Buffer | undefined; gzip: Buffer | undefined }
  /** What is sent of it, made when it first is. */
  readonly forms = new Map<FormName, Form>()
  readonly tags: readonly string[]
  readonly expiresAt: number
  readonly yields: boolean
  readonly onServe: ((caller: Caller) => void) | undefined
  readonly isStale: boolean

  constructor(parts: KeptParts) {
    const { status, headers, body, etag, compressed = {}, tags, expiresAt, yields = false } = parts
    this.status = status
    this.headers = headers
    this.body = body
    this.etag = etag
    this.compressed = { br: compressed.br, gzip: compressed.gzip }
    this.tags = tags
    this.expiresAt = expiresAt
    this.yields = yields
    this.onServe = parts.onServe
    this.isStale = parts.isStale ?? false
  }
}

export type Encoding = 'br' | 'gzip' | 'identity'
type FormName = Encoding | 'notModified'

/** An answer as `node:http` takes it with the least work. */
interface Form {
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | undefined
}

/** A kept answer and what is noted of it. */
interface Entry {
  key: string
  answer: KeptAnswer
  /** What it counts for in `#bytes`. */
  size: number
  keptAt: number
  /** Something may have changed unheard since: good only for when nothing can be made. */
  isDoubtful: boolean
}

/** For how long an answer is sent after all while no new one can be made. */
export const longestStaleMs = 3_600_000
/** Where changes are not heard, a new answer may take so long before the old one is sent. */
const patienceMs = 1000
/** After a failure nobody tries again for so long, as long as there is an old answer. */
const retryMs = 1000

/**
 * Answers to anonymous GETs, kept as bytes until what they were made from changes or they are too old.
 *
 * A fill that began before a change may end after it and would then keep the old answer for ever, so `keep`
 * takes the epoch that was read before the fill, and drops the answer when anything of it changed since.
 *
 * Nothing is found while changes of other processes may go by unheard. What is too old, or was kept before such a time,
 * stays as long as there is room, for when the database is away.
 */
export class KeptAnswers {
  readonly #entries = new Map<string, Entry>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #entryOf = new WeakMap<KeptAnswer, Entry>()
  readonly #beingMade = new Map<string, { epoch: number; made: Promise<unknown> }>()
  /** In which epoch each tag changed last, the longest ago first. */
  readonly #changedIn = new Map<string, number>()
  /** Until this epoch anything may have changed. */
  #unknownUntil = 0
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #changes: Pick<Changes, 'isCurrent' | 'catchUp'>
  #bytes = 0
  #found = 0
  #missed = 0
  #stale = 0
  #failedAt = Number.NEGATIVE_INFINITY
  epoch = 0

  constructor({ maxBytes, now, changes }: { maxBytes: number; now: () => number; changes: Changes }) {
    this.#maxBytes = maxBytes
    this.#now = now
    this.#changes = changes
    changes.onChange((tags) => this.#forget(tags))
  }

  find(key: string): KeptAnswer | undefined {
    const entry = this.#entries.get(key)
    if (!entry || entry.isDoubtful || !this.#isYoung(entry) || !this.#changes.isCurrent()) {
      this.#missed++
      return undefined
    }
    this.#found++
    return entry.answer
  }

  /** What it holds now, and how often an answer was looked for since the start. */
  get figures(): { count: number; bytes: number; found: number; missed: number; stale: number } {
    return {
      count: this.#entries.size,
      bytes: this.#bytes,
      found: this.#found,
      missed: this.#missed,
      stale: this.#stale,
    }
  }

  keep(key: string, answer: KeptAnswer, epoch: number): void {
    const isTooLarge = answer.body.length > this.#maxBytes / 10 || key.length > longestKey
    if (this.#hasChanged(answer.tags, epoch) || isTooLarge || answer.isStale) return
    this.#drop(key)
    answer.body = inOwnMemory(answer.body)
    const entry = { key, answer, size: 0, keptAt: this.#now(), isDoubtful: false }
    this.#entries.set(key, entry)
    this.#entryOf.set(answer, entry)
    this.#count(entry)
    for (const tag of answer.tags.map(inOneCase)) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      this.#keysByTag.set(tag, keys.add(key))
    }
    this.#makeRoom()
  }

  /**
   * Whoever wants what is being made already waits for that, so that an answer which many miss at once is made once.
   * Where something of it changed since it was begun, they make it together again.
   */
  makeOnce<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const running = this.#beingMade.get(key)
    if (running?.epoch === this.epoch) return running.made as Promise<Made>
    if (running) {
      const again = () => this.makeOnce(key, make)
      const { epoch } = running
      return (running.made as Promise<Made>).then(
        (made) => (this.#hasChanged(tagsOf(made), epoch) ? again() : made),
        again,
      )
    }
    const made = make().finally(() => {
      if (this.#beingMade.get(key)?.made === made) this.#beingMade.delete(key)
    })
    this.#beingMade.set(key, { epoch: this.epoch, made })
    return made
  }

  /**
   * What `make` gives, or while it cannot because the database is away, the last answer that was kept, marked as old.
   * Without one it rejects with what `make` rejects with.
   */
  async orStale<Made>(
    key: string,
    make: () => Promise<Made>,
    { wantsNew = false } = {},
  ): Promise<Made | KeptAnswer> {
    const old = this.#findOld(key)
    if (!old) return make()
    if (performance.now() - this.#failedAt < retryMs) return this.#toStale(old)
    const isCurrent = await this.#changes.catchUp()
    const found = isCurrent && !wantsNew ? this.find(key) : undefined
    if (found) return found
    try {
      return await (isCurrent ? make() : within(patienceMs, make()))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#failedAt = performance.now()
      return this.#toStale(old)
    }
  }

  /** Another form was added to an answer. Nothing, when that is no longer kept or never was. */
  readonly grew = (answer: KeptAnswer): void => {
    const entry = this.#entryOf.get(answer)
    if (!entry) return
    this.#count(entry)
    this.#makeRoom()
  }

  /** A clock that was put back has nothing kept for longer. */
  #isYoung({ answer, keptAt }: Entry): boolean {
    const now = this.#now()
    return now < answer.expiresAt && now >= keptAt
  }

  #findOld(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#now() - entry.keptAt < longestStaleMs ? entry : undefined
  }

  #toStale({ answer, keptAt }: Entry): KeptAnswer {
    this.#stale++
    return asStale(answer, this.#now() - keptAt)
  }

  #count(entry: Entry): void {
    const size = sizeOf(entry)
    this.#bytes += size - entry.size
    entry.size = size
  }

  /** Whether something of what has these tags changed after an epoch. Without tags anything counts. */
  #hasChanged(tags: readonly string[] | undefined, epoch: number): boolean {
    if (epoch === this.epoch) return false
    if (!tags || epoch < this.#unknownUntil) return true
    return tags.some((tag) => (this.#changedIn.get(inOneCase(tag)) ?? 0) > epoch)
  }

  #noteChanged(tags: readonly string[]): void {
    this.epoch++
    if (tags.includes('*')) this.#unknownUntil = this.epoch
    for (const tag of tags.map(inOneCase)) {
      this.#changedIn.delete(tag)
      this.#changedIn.set(tag, this.epoch)
    }
    for (const [tag, epoch] of this.#changedIn) {
      if (this.#changedIn.size <= mostChangesNoted) break
      this.#changedIn.delete(tag)
      this.#unknownUntil = epoch
    }
  }

  #forget(tags: readonly string[]): void {
    this.#noteChanged(tags)
    if (tags.includes('*')) {
      for (const entry of this.#entries.values()) entry.isDoubtful = true
      return
    }
    for (const tag of tags.map(inOneCase)) for (const key of this.#keysByTag.get(tag) ?? []) this.#drop(key)
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#entryOf.delete(entry.answer)
    this.#bytes -= entry.size
    for (const tag of entry.answer.tags.map(inOneCase)) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }

  /** Drops the oldest first: what is hot comes back at once. */
  #makeRoom(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(key)
    }
  }
}

/** Rejects as an unreachable database does when it takes too long. */
async function within<Made>(ms: number, work: Promise<Made>): Promise<Made> {
  const late = Promise.withResolvers<never>()
  const error = Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => late.reject(error), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Says that it is old (RFC 9111 5.1, RFC 7234 5.5.2), and has nobody keep it. */
export function asStale(answer: KeptAnswer, ageMs: number): KeptAnswer {
  return new KeptAnswer({
    ...answer,
    headers: { ...answer.headers, ...staleHeaders, age: String(Math.max(0, Math.floor(ageMs / 1000))) },
    isStale: true,
  })
}

export const staleHeaders = {
  'cache-control': 'public, no-cache',
  warning: '111 - "Revalidation Failed"',
} as const

/** While an answer cannot be made anew, caches between may send theirs for so long. */
export const staleIfError = `stale-if-error=${longestStaleMs / 1000}`

/** Whether the client asks for an answer made anew. */
export function wantsFresh({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['cache-control']?.includes('no-cache') ?? false
}

/** An id in an address may be written in another letter case than the stored one. */
const inOneCase = (tag: string) => tag.toLowerCase()

/** What it was made from, where that is known. */
const tagsOf = (made: unknown): readonly string[] | undefined =>
  typeof made === 'object' && made !== null && 'tags' in made && Array.isArray(made.tags)
    ? made.tags
    : undefined

/** Nothing takes so long to be made that more change meanwhile. */
const mostChangesNoted = 2000

const overheadBytes = 1000
/** Long addresses name what one program has installed: nobody else asks for the same. */
const longestKey = 2000

function sizeOf({ key, answer: { body, compressed } }: Entry): number {
  const held = [key, body, compressed.br, compressed.gzip]
  return held.reduce((sum, one) => sum + (one?.length ?? 0), overheadBytes)
}

/** A weak tag: the same for every encoding of the bytes. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** True when the client says that it has these very bytes (weak comparison, RFC 9110 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => opaque(one) === opaque(etag))
}

const opaque = (etag: string) => etag.trim().replace(/^W\//, '')

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}
const leastWorthCompressing = 860

const noHeaders: readonly string[] = []

/**
 * Sends a kept answer: 304 when the client has it, else the bytes in the best encoding at hand. The first
 * request for an encoding is answered uncompressed and has it made, so that nobody waits. `more` are headers of this
 * one request, names and values in turn.
 */
export function sendKept(
  answer: KeptAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  grew: (answer: KeptAnswer) => void,
  more: readonly string[] = noHeaders,
): void {
  const isKnown = matchesEtag(request.headers['if-none-match'], answer.etag)
  const name = isKnown ? 'notModified' : encodingFor(request.headers['accept-encoding'], answer, grew)
  const form = answer.forms.get(name) ?? makeForm(answer, name)
  response.writeHead(
    isKnown ? 304 : answer.status,
    more.length > 0 ? form.headers.concat(more) : form.headers,
  )
  response.end(form.body)
}

function makeForm({ headers, body, compressed, forms }: KeptAnswer, name: FormName): Form {
  const list = Object.entries(headers).flatMap(([key, value]) => [key, String(value)])
  const form: Form = { headers: list, body: undefined }
  forms.set(name, form)
  if (name === 'notModified') return form
  form.body = name === 'identity' ? body : (compressed[name] ?? body)
  list.push('content-length', String(form.body.length))
  if (name !== 'identity') list.push('content-encoding', name)
  return form
}

function encodingFor(
  accepted: string | undefined,
  answer: KeptAnswer,
  grew: (answer: KeptAnswer) => void,
): Encoding {
  if (!accepted || answer.body.length < leastWorthCompressing) return 'identity'
  const wanted = preferredEncoding(accepted)
  if (wanted === 'identity' || answer.compressed[wanted]) return wanted
  compress(answer, wanted).then(grew, () => {})
  return 'identity'
}

/** What `Accept-Encoding` was understood as. Browsers and clients send a handful of values, over and over. */
const preferences = new Map<string, Encoding>()
const mostPreferences = 100

function preferredEncoding(accepted: string): Encoding {
  const known = preferences.get(accepted)
  if (known) return known
  const preferred = (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding)) ?? 'identity'
  if (preferences.size >= mostPreferences) preferences.clear()
  preferences.set(accepted, preferred)
  return preferred
}

/** Named, and not with the weight nought, which means: anything but this. */
export function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.toLowerCase().split(';')
    return name.trim() === encoding && !parameters.some((one) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(one))
  })
}

const beingCompressed = new WeakMap<KeptAnswer, Set<Encoding>>()

async function compress(answer: KeptAnswer, encoding: 'br' | 'gzip'): Promise<KeptAnswer> {
  const running = beingCompressed.get(answer) ?? new Set()
  if (!running.has(encoding)) {
    beingCompressed.set(answer, running.add(encoding))
    answer.compressed[encoding] = inOwnMemory(await compressors[encoding](answer.body))
  }
  return answer
}
