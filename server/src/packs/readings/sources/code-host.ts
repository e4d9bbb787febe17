import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type GetOptions,
  type Got,
  get,
  limitedBytes,
  TooLarge,
  Unreachable,
} from '../../../ground/outbound/get.ts'
import type { Reach } from '../../../ground/outbound/reach.ts'
import type { CodeHostSettings } from '../../../ground/settings.ts'
import type { ReadingLimits } from '../limits.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { HostBusy, ReadingRefused } from '../refusal.ts'
import { CommitTree, isBlob, TreeListing } from './commit-tree.ts'
import type { Fetched, Head, HostTurn, Known, Place, RepositorySource } from './source.ts'
import { addTarball } from './tarball.ts'

const headerMs = 30_000
const maxJsonBytes = 1024 * 1024
/** The host lists at most 100,000 entries. */
const maxTreeBytes = 32 * 1024 * 1024
/** The most files of a commit that are asked for one by one. */
const maxRest = 40
const rawType = { accept: 'application/vnd.github.raw+json' }
const maxPauseSeconds = 6 * 3600

const Commits = Compile(
  Type.Array(
    Type.Object({
      sha: Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$' }),
      commit: Type.Object({ committer: Type.Optional(Type.Object({ date: Type.Optional(Type.String()) })) }),
    }),
  ),
)

const Listing = Compile(TreeListing)

/** Archives of commits from the code host, compared with the trees of these commits. Asks for the commit with the ETag of the last time, which costs the host nothing. */
export class CodeHostSource implements RepositorySource {
  readonly #settings: CodeHostSettings
  readonly #reach: Reach
  readonly limits: ReadingLimits
  readonly #dates = new Map<string, Date>()

  constructor(settings: CodeHostSettings, reach: Reach, limits: ReadingLimits) {
    this.#settings = settings
    this.#reach = reach
    this.limits = limits
  }

  async has(place: Place): Promise<boolean> {
    return nameAt(this.hostOf(), place) !== undefined
  }

  hostOf(): string {
    return new URL(this.#settings.url).host
  }

  async look(place: Place, known: Known, signal: AbortSignal): Promise<Head | undefined> {
    const got = await this.#getApi(`${this.#name(place)}/commits?per_page=1`, signal, {
      ...(known.commit && known.etag ? { 'if-none-match': known.etag } : {}),
    })
    if (got.status === 304) {
      got.response.destroy()
      return undefined
    }
    await this.#assertFound(place, got)
    const [head] = Commits.Parse(await this.#json(got.response, maxJsonBytes))
    if (!head) throw new ReadingRefused('not_a_pack', 'The repository has no commits.')
    const date = new Date(head.commit.committer?.date ?? Number.NaN)
    this.#dates.clear()
    if (!Number.isNaN(date.getTime())) this.#dates.set(head.sha, date)
    const etag = got.response.headers.etag ?? ''
    return head.sha === known.commit ? undefined : { commit: head.sha, etag: etag.slice(0, 200) }
  }

  async fetch(
    place: Place,
    { commit }: Head,
    pack: PackBuilder,
    signal: AbortSignal,
    turn: HostTurn = async () => {},
  ): Promise<Fetched> {
    const { transferSeconds } = this.limits
    const timed = AbortSignal.any([signal, AbortSignal.timeout(transferSeconds * 1000)])
    const committedAt = this.#dates.get(commit)
    const tree = await this.#treeOf(place, commit, timed)
    await turn()
    await this.#addArchive(place, commit, { pack, tree, signal, timed })
    await this.#addRest(place, tree, pack, { signal: timed, turn })
    return { commit, ...(committedAt ? { committedAt } : {}) }
  }

  async #treeOf(place: Place, commit: string, signal: AbortSignal): Promise<CommitTree> {
    const got = await this.#getApi(`${this.#name(place)}/git/trees/${commit}?recursive=1`, signal)
    await this.#assertFound(place, got)
    const listing = Listing.Parse(await this.#json(got.response, maxTreeBytes))
    if (listing.truncated) throw new ReadingRefused('too_large', 'It has too many files to list them.')
    return new CommitTree(listing)
  }

  /** Adds files that the archive leaves out or changes, because `git clone` brings them as they are. */
  async #addRest(
    place: Place,
    tree: CommitTree,
    pack: PackBuilder,
    { signal, turn }: { signal: AbortSignal; turn: HostTurn },
  ): Promise<void> {
    const kept = tree.rest().filter(({ path, size = 0, mode, isChanged }) => {
      // The archive has had its turn with it.
      if (isChanged && size <= this.limits.fileBytes) return true
      if (mode.startsWith('100') && !isChanged) return pack.judge(path, size) === 'keep'
      if (!isChanged) pack.see()
      pack.omit(size, path)
      return false
    })
    if (kept.length > maxRest)
      throw new ReadingRefused(
        'unreadable',
        `Its archive leaves out or changes ${kept.length} files of the commit, as .gitattributes says. READINGS=git reads them.`,
      )
    for (const { path, sha } of kept) {
      await turn()
      const got = await this.#getApi(`${this.#name(place)}/git/blobs/${sha}`, signal, rawType)
      await this.#assertFound(place, got)
      const content = await this.#bytes(got.response, this.limits.fileBytes)
      if (!isBlob(content, sha)) throw new ReadingRefused('unreadable', `The code host sent another ${path}.`)
      await pack.add(path, content)
    }
  }

  async #addArchive(
    place: Place,
    commit: string,
    {
      pack,
      tree,
      signal,
      timed,
    }: { pack: PackBuilder; tree: CommitTree; signal: AbortSignal; timed: AbortSignal },
  ): Promise<void> {
    const { transferredBytes, stallSeconds } = this.limits
    const got = await this.#get(`${this.#settings.url}/${this.#name(place)}/archive/${commit}.tar.gz`, timed)
    await this.#assertFound(place, got)
    const limits = { maxBytes: transferredBytes, stallMs: stallSeconds * 1000 }
    try {
      const found = await addTarball(Readable.from(limitedBytes(got.response, limits)), pack, tree)
      if (found.commit !== undefined && found.commit !== commit)
        throw new ReadingRefused('unreadable', `The archive of commit ${commit} is one of ${found.commit}.`)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof TooLarge) throw new ReadingRefused('too_large', `Its archive: ${error.message}`)
      if (error instanceof Unreachable || timed.aborted)
        throw new HostBusy(got.url.host, `The archive did not arrive: ${(error as Error).message}`)
      throw error
    }
  }

  #name(place: Place): string {
    const name = nameAt(this.hostOf(), place)
    if (!name) throw new ReadingRefused('gone', 'Its address is none of the code host.')
    return `${encodeURIComponent(name.owner)}/${encodeURIComponent(name.name)}`
  }

  #getApi(path: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Got> {
    const { token, apiUrl } = this.#settings
    return this.#get(`${apiUrl}/repos/${path}`, signal, {
      accept: 'application/vnd.github+json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    })
  }

  async #get(address: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Got> {
    const { url, apiUrl } = this.#settings
    const options: GetOptions = {
      ...this.#reach,
      headers: { 'user-agent': 'nodeyard', ...headers },
      timeoutMs: headerMs,
      signal,
      trusted: [new URL(url).origin, new URL(apiUrl).origin],
    }
    try {
      return await get(address, options)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.problem === 'address_refused' || error.problem === 'redirects')
        throw new ReadingRefused('unreadable', error.message)
      throw new HostBusy(this.hostOf(), error.message)
    }
  }

  async #assertFound(place: Place, { status, response }: Got): Promise<void> {
    if (status === 200) return
    response.destroy()
    const { headers } = response
    const isLimited = status === 429 || (status === 403 && isLimiting(response))
    if (isLimited) throw new HostBusy(this.hostOf(), 'The code host limits requests.', pauseOf(response))
    if (status >= 500)
      throw new HostBusy(this.hostOf(), `The code host responded with ${status}.`, pauseOf(response))
    if (status === 401 && this.#settings.token)
      throw new HostBusy(this.hostOf(), 'The code host does not accept CODE_HOST_TOKEN.', maxPauseSeconds)
    if (status === 404 || status === 410)
      throw new ReadingRefused('gone', `The code host does not know ${place.key}.`)
    if (status === 451) throw new ReadingRefused('gone', 'The code host may not show it for legal reasons.')
    if (status === 401 || status === 403)
      throw new ReadingRefused('private', 'The code host does not show it to everyone.')
    if (status === 409) throw new ReadingRefused('not_a_pack', 'The repository has no commits.')
    throw new ReadingRefused(
      'unreadable',
      `The code host responded with ${status} ${headers.location ?? ''}`.trim(),
    )
  }

  async #json(response: IncomingMessage, maxBytes: number): Promise<unknown> {
    const text = (await this.#bytes(response, maxBytes)).toString()
    try {
      return JSON.parse(text)
    } catch (error) {
      throw this.#unreadable(error)
    }
  }

  async #bytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    try {
      const stallMs = this.limits.stallSeconds * 1000
      for await (const chunk of limitedBytes(response, { maxBytes, stallMs })) chunks.push(chunk)
      return Buffer.concat(chunks)
    } catch (error) {
      if (error instanceof TooLarge)
        throw new ReadingRefused('too_large', `The code host's response: ${error.message}`)
      throw this.#unreadable(error)
    }
  }

  #unreadable(error: unknown): HostBusy {
    return new HostBusy(this.hostOf(), `The code host's response cannot be read: ${(error as Error).message}`)
  }
}

function nameAt(host: string, { key }: Place): { owner: string; name: string } | undefined {
  const [found, owner, name, ...rest] = key.split('/')
  return found === host && owner && name && rest.length === 0 ? { owner, name } : undefined
}

const isLimiting = ({ headers }: IncomingMessage) =>
  headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined

/** Reads how long to wait, in seconds. */
function pauseOf({ headers }: IncomingMessage): number | undefined {
  const wait = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(wait) && wait > 0) return Math.min(wait, maxPauseSeconds)
  // Our clock can differ from the host's, so its own is used.
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000 - Date.parse(headers.date ?? '')
  return Number.isFinite(reset) && reset > 0 ? Math.min(Math.ceil(reset / 1000), maxPauseSeconds) : undefined
}
