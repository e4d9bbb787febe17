import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** The input of the stand-in's form. */
export interface StandInPerson {
  email: string
  name: string
  emailVerified: boolean
}

interface Grant {
  person: StandInPerson
  clientId: string
  redirectUri: string
  challenge: string
  nonce: string | undefined
}

const keyId = 'stand-in'
const codeBytes = 24
const maxGrants = 1000
const tokenSeconds = 600

/**
 * A stand-in OAuth 2 and OpenID Connect provider for development and tests. It checks PKCE, accepts a code once, signs
 * ID tokens and serves the user endpoints of GitHub's API.
 */
export class SignInProvider {
  /** Only this object's `fetch` serves this URL. */
  readonly url: string
  readonly #now: () => Date
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, StandInPerson>()
  readonly #keys: Promise<{ privateKey: CryptoKey; jwk: JWK }>

  constructor({ url, now }: { url: string; now(): Date }) {
    this.url = url
    this.#now = now
    this.#keys = generateKeyPair('RS256').then(async ({ privateKey, publicKey }) => ({
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' },
    }))
  }

  /** Returns the redirect with a code after consent. Throws if the request lacks parameters. */
  agree(query: Record<string, string>, person: StandInPerson): string {
    const { client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge, state } = query
    if (!clientId || !redirectUri || !challenge || !state || query['code_challenge_method'] !== 'S256')
      throw new Error('Not a valid authorization request.')
    const code = remember(this.#codes, { person, clientId, redirectUri, challenge, nonce: query['nonce'] })
    return withQuery(redirectUri, { code, state })
  }

  /** Returns the redirect after a refusal. */
  refuse({ redirect_uri: redirectUri = '', state = '' }: Record<string, string>): string {
    return withQuery(redirectUri, { error: 'access_denied', state })
  }

  /** Serves the client's back-channel requests. */
  readonly fetch = async (
    input: string,
    init: { body?: unknown; headers?: HeadersInit } = {},
  ): Promise<Response> => {
    const path = input.slice(this.url.length)
    if (path === '/token') return this.#exchange(new URLSearchParams(String(init.body)))
    if (path === '/keys') return Response.json({ keys: [(await this.#keys).jwk] })
    const token = new Headers(init.headers).get('authorization')?.replace(/^bearer /i, '')
    const person = this.#tokens.get(token ?? '')
    if (!person) return Response.json({ message: 'Bad credentials' }, { status: 401 })
    if (path === '/user') {
      const login = person.email.split('@')[0]
      return Response.json({ id: numberOf(person.email), login, name: person.name, avatar_url: '' })
    }
    if (path === '/user/emails')
      return Response.json([{ email: person.email, primary: true, verified: person.emailVerified }])
    return Response.json({ message: 'Not Found' }, { status: 404 })
  }

  async #exchange(form: URLSearchParams): Promise<Response> {
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const accessToken = remember(this.#tokens, grant.person)
    return Response.json({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      ...(grant.nonce ? { id_token: await this.#idToken(grant) } : {}),
    })
  }

  async #idToken({ person, clientId, nonce }: Grant): Promise<string> {
    const { privateKey } = await this.#keys
    const issuedAt = Math.floor(this.#now().getTime() / 1000)
    return new SignJWT({
      nonce,
      email: person.email,
      email_verified: person.emailVerified,
      name: person.name,
    })
      .setProtectedHeader({ alg: 'RS256', kid: keyId })
      .setIssuer(this.url)
      .setAudience(clientId)
      .setSubject(String(numberOf(person.email)))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds)
      .sign(privateKey)
  }
}

function remember<Value>(map: Map<string, Value>, value: Value): string {
  const key = randomBytes(codeBytes).toString('base64url')
  if (map.size >= maxGrants) map.clear()
  map.set(key, value)
  return key
}

/** Derives a stable user id from the email. */
function numberOf(email: string): number {
  return createHash('sha256').update(email.toLowerCase()).digest().readUIntBE(0, 6)
}

function withQuery(url: string, query: Record<string, string>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return target.href
}
