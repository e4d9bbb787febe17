import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { headerOf, type TarEntry, tarballOf } from './tarball.ts'

/** How the host behaves for one repository. */
export type Behavior =
  | 'fine'
  | 'gone'
  | 'private'
  /** Redirects to the name in `movedTo`. */
  | 'moved'
  | 'empty'
  | 'rate-limited'
  | 'broken'
  /** Never responds to the request for the archive. */
  | 'silent'
  /** Sends the beginning of the archive, and then nothing. */
  | 'stalling'
  /** Breaks off in the middle of the archive. */
  | 'breaking off'
  /** Sends a page instead of an archive. */
  | 'page'
  /** Sends an archive of another commit. */
  | 'other commit'
  /** The commit has disappeared when the archive is requested. */
  | 'vanishing'
  /** Redirects the archive to an address of a private network. */
  | 'redirecting inside'
  /** Sends an endless file of zeros. */
  | 'bomb'
  /** Sends endless random bytes. */
  | 'endless'
  /** Sends endless small files. */
  | 'swarm'
  /** Announces fewer bytes than it sends. */
  | 'lying'
  /** Has more files than it lists. */
  | 'too many to list'

export interface HostedRepository {
  name: string
  entries: TarEntry[]
  behavior: Behavior
  movedTo?: string
  /** Replaces the content of some files in the archive; null leaves a file out. */
  archived?: Record<string, string | null>
}

/** A code host that serves commits and archives, and misbehaves on request. */
export class RepositoryHost {
  readonly requests: string[] = []
  /** Called with the path of each request before it is served. */
  onRequest: (path: string) => void = () => {}
  readonly #repositories = new Map<string, HostedRepository>()
  /** All commits that a repository has ever had. */
  readonly #history = new Map<string, HostedRepository>()
  readonly #server = createServer((request, response) => this.#serve(request, response))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Adds or replaces a repository. */
  put(name: string, entries: TarEntry[], part: Partial<HostedRepository> = {}): HostedRepository {
    const repository: HostedRepository = { name, entries, behavior: 'fine', ...part }
    this.#repositories.set(name.toLowerCase(), repository)
    this.#history.set(`${name.toLowerCase()}@${this.commitOf(name)}`, repository)
    return repository
  }

  /** Changes with the files. */
  commitOf(name: string): string {
    const { entries = [] } = this.#repositories.get(name.toLowerCase()) ?? {}
    return createHash('sha1').update(JSON.stringify(entries)).digest('hex')
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] ?? ''
    this.requests.push(path)
    this.onRequest(path)
    const [, api, owner = '', name = ''] = /^\/(api\/repos\/)?([^/]+)\/([^/]+)/.exec(path) ?? []
    const repository = this.#repositories.get(`${owner}/${name}`.toLowerCase())
    if (!repository || repository.behavior === 'gone') return void end(response, 404)
    const { behavior, movedTo } = repository
    if (behavior === 'moved')
      return void end(response, 301, {
        location: (request.url ?? '').replace(`${owner}/${name}`, movedTo ?? ''),
      })
    if (behavior === 'private') return void end(response, 403)
    if (behavior === 'rate-limited') return void end(response, 429, { 'retry-after': '120' })
    if (behavior === 'broken') return void end(response, 502)
    const [, tree] = /\/git\/trees\/([0-9a-f]+)$/.exec(path) ?? []
    const [, blob] = /\/git\/blobs\/([0-9a-f]+)$/.exec(path) ?? []
    if (tree) this.#tree(repository, tree, response)
    else if (blob) this.#blob(repository, blob, response)
    else if (api) this.#commits(repository, request, response)
    else this.#archive(repository, /\/archive\/([0-9a-f]+)\.tar\.gz$/.exec(path)?.[1] ?? '', response)
  }

  #commits(repository: HostedRepository, request: IncomingMessage, response: ServerResponse): void {
    if (repository.behavior === 'empty') return void end(response, 409)
    const commit = this.commitOf(repository.name)
    const etag = `"${commit}"`
    if (request.headers['if-none-match'] === etag) return void end(response, 304, { etag })
    const committer = { name: 'Ann', date: '2026-05-01T12:00:00Z' }
    response.writeHead(200, { etag, 'content-type': 'application/json' })
    response.end(JSON.stringify([{ sha: commit, commit: { committer, message: 'Blur' } }]))
  }

  #tree({ name, behavior }: HostedRepository, commit: string, response: ServerResponse): void {
    const { entries } = this.#history.get(`${name.toLowerCase()}@${commit}`) ?? {}
    if (!entries) return void end(response, 404)
    const tree = entries.map(({ path, content = '', type = '0' }) => ({
      path,
      mode: type === '2' ? '120000' : '100644',
      type: type === '5' ? 'tree' : 'blob',
      sha: blobId(content),
      size: Buffer.byteLength(content),
    }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ sha: commit, tree, truncated: behavior === 'too many to list' }))
  }

  #blob({ entries }: HostedRepository, id: string, response: ServerResponse): void {
    const found = entries.find(({ content = '' }) => blobId(content) === id)
    if (found) response.end(found.content ?? '')
    else end(response, 404)
  }

  #archive({ name, behavior }: HostedRepository, commit: string, response: ServerResponse): void {
    const kept = this.#history.get(`${name.toLowerCase()}@${commit}`)
    if (!kept || behavior === 'vanishing') return void end(response, 404)
    const entries = kept.entries.flatMap((entry) => {
      const archived = kept.archived?.[entry.path]
      return archived === null ? [] : [archived === undefined ? entry : { ...entry, content: archived }]
    })
    if (behavior === 'silent') return
    if (behavior === 'redirecting inside')
      return void end(response, 302, { location: 'http://10.0.0.1/archive' })
    response.setHeader('content-type', 'application/x-gzip')
    if (behavior === 'page') return void response.end('<html>Sign in to continue</html>')
    if (behavior === 'bomb' || behavior === 'endless' || behavior === 'swarm')
      return void sendEndless(behavior, response)
    const bytes = tarballOf(entries, behavior === 'other commit' ? 'f'.repeat(40) : commit)
    if (behavior === 'fine' || behavior === 'other commit') return void response.end(bytes)
    response.setHeader('content-length', behavior === 'lying' ? bytes.length - 100 : bytes.length)
    response.write(bytes.subarray(0, bytes.length / 2), () => {
      if (behavior === 'breaking off') response.destroy()
      if (behavior === 'lying') response.end(bytes.subarray(bytes.length / 2))
    })
  }
}

const blobId = (content: string | Buffer) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest('hex')

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers)
  response.end()
}

/** Sends until the client has had enough. */
function sendEndless(kind: 'bomb' | 'endless' | 'swarm', response: ServerResponse): void {
  const gzip = createGzip({ level: kind === 'endless' ? 0 : 1 })
  gzip.pipe(response)
  response.on('close', () => gzip.destroy())
  if (kind !== 'swarm') gzip.write(headerOf('repo-main/weights.bin', 2 ** 33 - 512, '0'))
  const chunk = {
    bomb: () => Buffer.alloc(1024 * 1024),
    endless: () => Buffer.from('nodeyard'.repeat(8192)),
    swarm: () =>
      Buffer.concat(Array.from({ length: 500 }, (_, at) => headerOf(`repo-main/${at}.txt`, 0, '0'))),
  }[kind]()
  const more = () => {
    while (!gzip.destroyed) {
      if (!gzip.write(chunk)) return void gzip.once('drain', more)
    }
  }
  more()
}
