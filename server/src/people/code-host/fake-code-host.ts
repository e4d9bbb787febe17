import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRepository {
  id: number
  owner: string
  name: string
  stars: number
  isArchived?: boolean
  pushedAt?: string
  forkedFrom?: string
  isPrivate: boolean
  /** Maps logins to permissions. The owner is always an administrator. */
  permissions: Record<string, 'admin' | 'write' | 'read'>
  /** Files of the main branch, as text by path. */
  files: Record<string, string>
}

/** The current condition of the host. */
export type Weather =
  | 'fine'
  /** Responds with 503. */
  | 'down'
  /** Breaks every connection. */
  | 'unreachable'
  /** Accepts requests and never responds. */
  | 'silent'
  /** Responds with invalid JSON. */
  | 'broken'
  /** Responds with a body above the client's size limit. */
  | 'huge'
  | 'rate-limited'

/**
 * A small code host for tests and development: repositories that can be renamed, users with tokens and permissions,
 * OAuth sign-in, a rate limit, and outages.
 */
export class FakeCodeHost {
  readonly #repositories = new Map<number, FakeRepository>()
  readonly #oldNames = new Map<string, number>()
  readonly #loginByToken = new Map<string, string>()
  readonly #codes = new Map<
    string,
    { login: string; clientId: string; redirectUri: string; challenge: string }
  >()
  readonly #clients = new Map<string, string>()
  readonly #isOpen: boolean
  #count = 0
  weather: Weather = 'fine'
  /** Requests left before the rate limit is reached. */
  remaining = Number.POSITIVE_INFINITY
  /** Whether repository responses include the caller's permissions. */
  tellsPermissions = true
  /** Every request, as method and path. */
  readonly requests: string[] = []

  /**
   * With `isOpen`, for development, every repository exists and `gho_NAME` is a token of the user NAME, so that any node
   * can be claimed.
   */
  constructor({ isOpen = false }: { isOpen?: boolean } = {}) {
    this.#isOpen = isOpen
  }

  addRepository(part: { owner: string; name: string } & Partial<FakeRepository>): FakeRepository {
    const repository = {
      id: ++this.#count + 1000,
      stars: 0,
      isPrivate: false,
      permissions: {},
      files: {},
      ...part,
    }
    this.#repositories.set(repository.id, repository)
    return repository
  }

  /** Redirects the old name to the new one until another repository takes it. */
  rename(id: number, to: { owner?: string; name?: string }): void {
    const repository = this.#repositories.get(id)
    if (!repository) throw new Error(`There is no repository ${id}.`)
    this.#oldNames.set(nameKey(repository), id)
    Object.assign(repository, to)
  }

  deleteRepository(id: number): void {
    this.#repositories.delete(id)
  }

  /** Issues a token for this user. */
  tokenFor(login: string): string {
    const token = `gho_${login}_${++this.#count}`
    this.addToken(token, login)
    return token
  }

  addToken(token: string, login: string): void {
    this.#loginByToken.set(token, login)
  }

  revoke(token: string): void {
    this.#loginByToken.delete(token)
  }

  /** Registers an OAuth client. */
  addClient(clientId: string, secret: string): void {
    this.#clients.set(clientId, secret)
  }

  /** Replaces the global `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    this.requests.push(`${request.method} ${new URL(request.url).pathname}`)
    if (this.weather === 'unreachable') throw new TypeError('fetch failed')
    if (this.weather === 'silent') return neverUntil(request.signal)
    const answer = await this.#answer(request)
    const location = answer.headers.get('location')
    const isApi = location?.startsWith('/repositories/') ?? false
    return isApi && init?.redirect !== 'manual'
      ? this.fetch(new URL(location ?? '', request.url), { headers: request.headers, signal: request.signal })
      : answer
  }

  /** Serves over HTTP on a port, by default a free one. */
  async listen(port = 0): Promise<{ url: string; close(): Promise<void> }> {
    const server: Server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        if (this.weather === 'unreachable') return void incoming.socket.destroy()
        if (this.weather === 'silent') return
        const body = Buffer.concat(chunks)
        const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
          method: incoming.method ?? 'GET',
          headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
          ...(body.length > 0 ? { body } : {}),
        })
        this.requests.push(`${request.method} ${new URL(request.url).pathname}`)
        void this.#answer(request).then(async (answer) => {
          outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
          outgoing.end(Buffer.from(await answer.arrayBuffer()))
        })
      })
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const { port: taken } = server.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${taken}`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    }
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (this.weather === 'down') return json(503, { message: 'Service unavailable' })
    if (this.weather === 'broken') return new Response('<html>Unicorn!</html>', { status: 200 })
    if (this.weather === 'huge') return new Response(`[${' '.repeat(2 * 1024 * 1024)}]`)
    if (pathname === '/login/oauth/authorize') return this.#authorize(searchParams)
    if (pathname === '/login/oauth/access_token') return this.#exchange(await request.text())
    if (this.weather === 'rate-limited' || this.remaining-- <= 0) return limited()
    const token = /^(?:Bearer|token) (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const login = token === undefined ? undefined : this.#loginOf(token)
    if (token !== undefined && login === undefined) return json(401, { message: 'Bad credentials' })
    return this.#api(pathname, login)
  }

  #api(path: string, login: string | undefined): Response {
    if (path === '/user') {
      return login === undefined
        ? json(401, { message: 'Requires authentication' })
        : json(200, { login, id: 1, type: 'User' })
    }
    const byId = /^\/repositories\/(\d+)$/.exec(path)
    if (byId) return this.#show(this.#repositories.get(Number(byId[1])), login)
    const asked =
      /^\/repos\/([^/]+)\/([^/]+)(?:\/collaborators\/([^/]+)\/permission|\/contents\/(.+))?$/.exec(path)
    if (!asked) return notFound()
    const [, owner = '', name = '', collaborator, file] = asked.map((one) => one && decodeURIComponent(one))
    const repository = this.#named({ owner, name })
    const renamed = repository ? undefined : this.#oldNames.get(nameKey({ owner, name }))
    if (renamed !== undefined && this.#repositories.has(renamed)) {
      return new Response(null, { status: 301, headers: { location: `/repositories/${renamed}` } })
    }
    if (!repository || !canSee(repository, login)) return notFound()
    if (file !== undefined) return showFile(repository.files[file])
    if (collaborator === undefined) return this.#show(repository, login)
    // Only users with push access see the permissions of others.
    if (!['admin', 'write'].includes(permissionOf(repository, login)))
      return json(403, { message: 'Forbidden' })
    return json(200, { permission: permissionOf(repository, collaborator), user: { login: collaborator } })
  }

  #loginOf(token: string): string | undefined {
    const plain = this.#isOpen ? /^gho_([\w-]+)$/.exec(token)?.[1] : undefined
    return this.#loginByToken.get(token) ?? plain
  }

  #named(name: { owner: string; name: string }): FakeRepository | undefined {
    const known = [...this.#repositories.values()].find((one) => nameKey(one) === nameKey(name))
    if (known || !this.#isOpen || this.#oldNames.has(nameKey(name))) return known
    return this.addRepository({ ...name, id: idOf(name), stars: idOf(name) % 1000 })
  }

  #show(repository: FakeRepository | undefined, login: string | undefined): Response {
    if (!repository || !canSee(repository, login)) return notFound()
    const permission = permissionOf(repository, login)
    const push = permission === 'admin' || permission === 'write'
    return json(200, {
      id: repository.id,
      name: repository.name,
      full_name: `${repository.owner}/${repository.name}`,
      owner: { login: repository.owner },
      private: repository.isPrivate,
      html_url: `https://github.com/${repository.owner}/${repository.name}`,
      stargazers_count: repository.stars,
      archived: repository.isArchived ?? false,
      ...(repository.pushedAt ? { pushed_at: repository.pushedAt } : {}),
      ...(repository.forkedFrom ? { parent: { full_name: repository.forkedFrom } } : {}),
      ...(login !== undefined && this.tellsPermissions
        ? { permissions: { admin: permission === 'admin', push, pull: true } }
        : {}),
    })
  }

  /** Shows the sign-in page, or skips it when the query contains `login`. */
  #authorize(query: URLSearchParams): Response {
    const clientId = query.get('client_id') ?? ''
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!this.#clients.has(clientId) || !URL.canParse(redirectUri)) return notFound()
    const back = new URL(redirectUri)
    if (query.has('state')) back.searchParams.set('state', query.get('state') ?? '')
    if (query.has('refuse')) {
      back.searchParams.set('error', 'access_denied')
      return new Response(null, { status: 302, headers: { location: back.href } })
    }
    const login = query.get('login')
    if (!login) return html(signInPage(query))
    const code = `code-${++this.#count}`
    const challenge = query.get('code_challenge') ?? ''
    this.#codes.set(code, { login, clientId, redirectUri, challenge })
    back.searchParams.set('code', code)
    return new Response(null, { status: 302, headers: { location: back.href } })
  }

  /** Accepts a code once, from the client, redirect URI and verifier it was issued for. */
  #exchange(body: string): Response {
    const sent = body.startsWith('{')
      ? new Map(Object.entries(JSON.parse(body) as Record<string, string>))
      : new Map(new URLSearchParams(body))
    const code = this.#codes.get(sent.get('code') ?? '')
    this.#codes.delete(sent.get('code') ?? '')
    const isClient = code && this.#clients.get(code.clientId) === sent.get('client_secret')
    const isSame =
      code &&
      (sent.get('redirect_uri') ?? code.redirectUri) === code.redirectUri &&
      (code.challenge === '' || code.challenge === challengeOf(sent.get('code_verifier') ?? ''))
    if (!isClient || !isSame || sent.get('client_id') !== code.clientId) {
      return json(200, {
        error: 'bad_verification_code',
        error_description: 'The code is incorrect or expired.',
      })
    }
    return json(200, { access_token: this.tokenFor(code.login), token_type: 'bearer', scope: '' })
  }
}

const nameKey = ({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`.toLowerCase()

/** Derives a stable id, because the registry stores it across restarts. */
const idOf = (name: { owner: string; name: string }) =>
  createHash('sha256').update(nameKey(name)).digest().readUIntBE(0, 6)

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function permissionOf({ owner, permissions }: FakeRepository, login: string | undefined): string {
  if (login === undefined) return 'none'
  return login.toLowerCase() === owner.toLowerCase() ? 'admin' : (permissions[login] ?? 'read')
}

const canSee = (repository: FakeRepository, login: string | undefined) =>
  !repository.isPrivate || ['admin', 'write'].includes(permissionOf(repository, login))

function showFile(text: string | undefined): Response {
  if (text === undefined) return notFound()
  return json(200, { type: 'file', encoding: 'base64', content: Buffer.from(text).toString('base64') })
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const notFound = () => json(404, { message: 'Not Found' })
const limited = () =>
  json(
    403,
    { message: 'API rate limit exceeded' },
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' },
  )
const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })

function signInPage(query: URLSearchParams): string {
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html><title>Code host</title><link rel="icon" href="data:,"><form><h1>Sign in to the code host</h1>${hidden.join('')}
<label>Login <input name="login" required></label> <button>Continue</button>
<button name="refuse" value="1" formnovalidate>Cancel</button></form>`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function neverUntil(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
