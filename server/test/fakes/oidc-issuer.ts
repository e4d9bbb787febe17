import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

interface SigningKey {
  kid: string
  privateKey: Parameters<SignJWT['sign']>[0]
  jwk: JWK
}

export interface MintOptions {
  /** Not yet published where it is one of another issuer. */
  key?: SigningKey
  /** Another one than that of the key. */
  kid?: string
}

const lifeSeconds = 300

/**
 * Plays the OpenID Connect issuer of a CI service: discovery, keys, rotation of keys, and tokens of whatever claims a
 * build would have.
 */
export class FakeOidcIssuer {
  readonly url: string
  /** The paths that were asked for. */
  readonly requests: string[] = []
  /** What the discovery document says instead of what it should. */
  discovery: Record<string, unknown> = {}
  /** When set, everything is answered by this. */
  answer: (() => Response) | undefined
  readonly #now: () => Date
  readonly #server: Server | undefined
  readonly #keys: SigningKey[] = []

  private constructor(url: string, now: () => Date, server?: Server) {
    this.url = url
    this.#now = now
    this.#server = server
  }

  /** One that is asked by `fetch` alone, whatever its address is. */
  static async at(url: string, now: () => Date): Promise<FakeOidcIssuer> {
    const issuer = new FakeOidcIssuer(url, now)
    await issuer.rotate()
    return issuer
  }

  /** One that answers over HTTP on a free port. */
  static async listen(now: () => Date): Promise<FakeOidcIssuer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const issuer = new FakeOidcIssuer(`http://127.0.0.1:${port}`, now, server)
    await issuer.rotate()
    server.on('request', async ({ url = '' }, response) => {
      const answer = issuer.#respond(url)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    return issuer
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }

  /** Answers what a registry asks. */
  readonly fetch: typeof globalThis.fetch = async (input) => {
    const url = String(input)
    if (!url.startsWith(`${this.url}/`)) throw new TypeError(`${url} is not of this issuer.`)
    return this.#respond(url.slice(this.url.length))
  }

  /** Signs with a new key from now on, and publishes that one alone. */
  async rotate(): Promise<void> {
    this.#keys.splice(0, this.#keys.length, await makeKey(randomBytes(8).toString('hex')))
  }

  /** The key that signs now. */
  get key(): SigningKey {
    const [key] = this.#keys
    if (!key) throw new Error('The issuer has no key.')
    return key
  }

  /** A signed token of these claims; times, issuer and a `jti` of its own are there unless the claims say otherwise. */
  async mint(
    claims: Record<string, unknown>,
    { key = this.key, kid = key.kid }: MintOptions = {},
  ): Promise<string> {
    const issuedAt = Math.floor(this.#now().getTime() / 1000)
    return new SignJWT({
      iss: this.url,
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + lifeSeconds,
      jti: randomBytes(16).toString('hex'),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .sign(key.privateKey)
  }

  #respond(path: string): Response {
    this.requests.push(path)
    if (this.answer) return this.answer()
    if (path === '/.well-known/openid-configuration') {
      return Response.json({ issuer: this.url, jwks_uri: `${this.url}/keys`, ...this.discovery })
    }
    if (path === '/keys') return Response.json({ keys: this.#keys.map(({ jwk }) => jwk) })
    return new Response(null, { status: 404 })
  }
}

async function makeKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** What GitHub says of a build: claims that differ are given, the others follow from them. */
export function githubClaims({
  repository = 'acme/acme-blur',
  workflow = 'publish.yml',
  ref = 'refs/tags/v1.0.0',
  ...others
}: {
  repository?: string
  workflow?: string
  ref?: string
  [claim: string]: unknown
} = {}): Record<string, unknown> {
  return {
    sub: `repo:${repository}:ref:${ref}`,
    repository,
    repository_owner: repository.split('/')[0],
    repository_id: '7001',
    repository_owner_id: '42',
    repository_visibility: 'public',
    workflow_ref: `${repository}/.github/workflows/${workflow}@${ref}`,
    ref,
    sha: '3f2c9be1c1f2d3a4b5c6d7e8f90a1b2c3d4e5f60',
    run_id: '9001',
    run_number: '12',
    run_attempt: '1',
    event_name: 'push',
    actor: 'maya',
    ...others,
  }
}

/** What GitLab says of a job. */
export function gitlabClaims({
  host = 'gitlab.com',
  project = 'acme/tools/acme-blur',
  file = '.gitlab-ci.yml',
  ref = 'refs/heads/main',
  ...others
}: {
  host?: string
  project?: string
  file?: string
  ref?: string
  [claim: string]: unknown
} = {}): Record<string, unknown> {
  return {
    sub: `project_path:${project}:ref_type:branch:ref:main`,
    project_path: project,
    project_id: '801',
    namespace_path: project.slice(0, project.lastIndexOf('/')),
    namespace_id: '77',
    ref_path: ref,
    ci_config_ref_uri: `${host}/${project}//${file}@${ref}`,
    sha: '3f2c9be1c1f2d3a4b5c6d7e8f90a1b2c3d4e5f60',
    job_id: '5001',
    pipeline_id: '4001',
    pipeline_source: 'push',
    ...others,
  }
}
