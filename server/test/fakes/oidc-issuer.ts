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
  /** A key of another issuer is not published. */
  key?: SigningKey
  /** Replaces the id of the key. */
  kid?: string
}

const lifeSeconds = 300

/**
 * Plays the OpenID Connect issuer of a CI service: discovery, keys, key rotation, and tokens with arbitrary
 * claims.
 */
export class FakeOidcIssuer {
  readonly url: string
  /** The requested paths. */
  readonly requests: string[] = []
  /** Overrides members of the discovery document. */
  discovery: Record<string, unknown> = {}
  /** When set, every request gets this response. */
  answer: (() => Response) | undefined
  readonly #now: () => Date
  readonly #server: Server | undefined
  readonly #keys: SigningKey[] = []

  private constructor(url: string, now: () => Date, server?: Server) {
    this.url = url
    this.#now = now
    this.#server = server
  }

  /** Creates an issuer that is reachable only through its `fetch`, whatever its URL. */
  static async at(url: string, now: () => Date): Promise<FakeOidcIssuer> {
    const issuer = new FakeOidcIssuer(url, now)
    await issuer.rotate()
    return issuer
  }

  /** Creates an issuer on a free HTTP port. */
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

  /** Serves the registry's requests. */
  readonly fetch: typeof globalThis.fetch = async (input) => {
    const url = String(input)
    if (!url.startsWith(`${this.url}/`)) throw new TypeError(`${url} is not of this issuer.`)
    return this.#respond(url.slice(this.url.length))
  }

  /** Replaces the signing key and publishes only the new one. */
  async rotate(): Promise<void> {
    this.#keys.splice(0, this.#keys.length, await makeKey(randomBytes(8).toString('hex')))
  }

  /** The current signing key. */
  get key(): SigningKey {
    const [key] = this.#keys
    if (!key) throw new Error('The issuer has no key.')
    return key
  }

  /**
   * Signs a token with these claims. Times, issuer and a unique `jti` are added unless the claims set them.
   */
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

/** Returns GitHub's claims about a build. Unspecified claims follow from the given ones. */
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

/** Returns GitLab's claims about a job. */
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
