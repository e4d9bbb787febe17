import * as oauth from 'openid-client'
import type { EmbeddedIdentityConfig } from '../../../ground/settings.ts'
import { clientOf, type Provider } from '../public-config.ts'
import type { SignInProvider } from './stand-in-provider.ts'

/** What a provider says of somebody. */
export interface Profile {
  provider: Provider
  /** The provider's own name for the person, which stays. */
  subject: string
  email: string
  emailVerified: boolean
  name: string
  picture: string
}

/** A way to a provider: what is asked there, and what must come back. */
export interface Trip {
  provider: Provider
  redirectUri: string
  state: string
  codeVerifier: string
  nonce: string
}

interface Endpoints {
  /** Also what the provider calls itself in its answers. */
  issuer: string
  authorize: string
  token: string
  keys: string
  api: string
}

const endpoints: Record<Provider, Endpoints> = {
  'google.com': {
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    api: '',
  },
  'github.com': {
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    keys: '',
    api: 'https://api.github.com',
  },
}

const scopes: Record<Provider, string> = {
  'google.com': 'openid email profile',
  'github.com': 'read:user user:email',
}
/** Of what a page may add to the request, what the provider shows to the person. */
const passedOn = ['login_hint', 'prompt', 'allow_signup']
const timeoutSeconds = 10

export const standInPath = '/emulator/providers'

/** Sends people to a provider and reads what it says of them: a real one, or the one that plays it. */
export class ProviderClient {
  readonly #provider: Provider
  readonly #endpoints: Endpoints
  readonly #config: oauth.Configuration

  constructor(
    provider: Provider,
    identity: EmbeddedIdentityConfig,
    { ownOrigin, standIn }: { ownOrigin: string; standIn: SignInProvider },
  ) {
    const client = clientOf(identity, provider)
    this.#provider = provider
    this.#endpoints = client ? endpoints[provider] : endpointsOf(standIn, provider, ownOrigin)
    const { issuer, authorize, token, keys } = this.#endpoints
    this.#config = new oauth.Configuration(
      {
        issuer,
        authorization_endpoint: authorize,
        token_endpoint: token,
        ...(keys ? { jwks_uri: keys } : {}),
      },
      client?.clientId ?? 'stand-in',
      client?.clientSecret ?? 'stand-in',
      oauth.ClientSecretPost(client?.clientSecret ?? 'stand-in'),
    )
    this.#config.timeout = timeoutSeconds
    if (provider === 'google.com') oauth.enableNonRepudiationChecks(this.#config)
    if (!client) {
      oauth.allowInsecureRequests(this.#config)
      this.#config[oauth.customFetch] = standIn.fetch
    }
  }

  /** Where the person goes. */
  async address(trip: Trip, asked: Record<string, string>): Promise<string> {
    const extra = Object.fromEntries(Object.entries(asked).filter(([name]) => passedOn.includes(name)))
    const url = oauth.buildAuthorizationUrl(this.#config, {
      ...extra,
      redirect_uri: trip.redirectUri,
      scope: scopes[this.#provider],
      state: trip.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(trip.codeVerifier),
      code_challenge_method: 'S256',
      ...(this.#provider === 'google.com' ? { nonce: trip.nonce } : {}),
    })
    return url.href
  }

  /** Reads who came back. Throws when the way back is not the end of this trip. */
  async profile(trip: Trip, query: Record<string, string>): Promise<Profile> {
    const back = new URL(trip.redirectUri)
    back.search = new URLSearchParams(query).toString()
    const isOpenId = this.#provider === 'google.com'
    const tokens = await oauth.authorizationCodeGrant(this.#config, back, {
      expectedState: trip.state,
      pkceCodeVerifier: trip.codeVerifier,
      ...(isOpenId ? { expectedNonce: trip.nonce, idTokenExpected: true } : {}),
    })
    if (!isOpenId) return this.#githubProfile(tokens.access_token)
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token.')
    return {
      provider: this.#provider,
      subject: claims.sub,
      email: text(claims['email'], 320).toLowerCase(),
      emailVerified: claims['email_verified'] === true,
      name: text(claims['name'], 255),
      picture: pictureOf(claims['picture']),
    }
  }

  async #githubProfile(accessToken: string): Promise<Profile> {
    const read = async (path: string): Promise<unknown> => {
      const url = new URL(this.#endpoints.api + path)
      const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'nodeyard' })
      const answer = await oauth.fetchProtectedResource(
        this.#config,
        accessToken,
        url,
        'GET',
        undefined,
        headers,
      )
      if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}.`)
      return answer.json()
    }
    const user = (await read('/user')) as Record<string, unknown>
    const emails = (await read('/user/emails')) as { email: string; primary: boolean; verified: boolean }[]
    const primary = emails.find((one) => one.primary)
    if (typeof user['id'] !== 'number') throw new Error('GitHub did not say who this is.')
    return {
      provider: this.#provider,
      subject: String(user['id']),
      email: text(primary?.email, 320).toLowerCase(),
      emailVerified: primary?.verified === true,
      name: text(user['name'] ?? user['login'], 255),
      picture: pictureOf(user['avatar_url']),
    }
  }
}

function endpointsOf({ url }: SignInProvider, provider: Provider, ownOrigin: string): Endpoints {
  return {
    issuer: url,
    authorize: `${ownOrigin}${standInPath}/${provider}`,
    token: `${url}/token`,
    keys: `${url}/keys`,
    api: url,
  }
}

function text(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/[\x00-\x1f\x7f]/g, '')
    .toWellFormed()
    .slice(0, maxLength)
}

function pictureOf(value: unknown): string {
  const url = text(value, 2048)
  return url.startsWith('https://') && URL.canParse(url) ? url : ''
}
