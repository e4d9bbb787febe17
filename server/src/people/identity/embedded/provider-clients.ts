import * as oauth from 'openid-client'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { EmbeddedIdentityConfig } from '../../../ground/settings.ts'
import { clientOf, type Provider } from '../public-config.ts'
import type { Profile } from './provider-profile.ts'
import type { SignInProvider } from './stand-in-provider.ts'

/** The parameters of a sign-in at a provider. */
export interface Flow {
  provider: Provider
  redirectUri: string
  state: string
  codeVerifier: string
  nonce: string
}

interface Endpoints {
  /** The provider's identifier, also in its responses. */
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
/** Parameters that a page can add to the authorization request. */
const allowedParameters = ['login_hint', 'prompt', 'allow_signup']
const timeoutSeconds = 10

const GithubUser = Compile(
  Type.Object({
    id: Type.Number(),
    login: Type.Optional(Type.Unknown()),
    name: Type.Optional(Type.Unknown()),
    avatar_url: Type.Optional(Type.Unknown()),
  }),
)
const GithubEmails = Compile(
  Type.Array(Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() })),
)

export const standInPath = '/emulator/providers'

/** OAuth client of a provider or of its stand-in. */
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

  /** Returns the URL of the provider's sign-in page. */
  async address(flow: Flow, requested: Record<string, string>): Promise<string> {
    const extra = Object.fromEntries(
      Object.entries(requested).filter(([name]) => allowedParameters.includes(name)),
    )
    const url = oauth.buildAuthorizationUrl(this.#config, {
      ...extra,
      redirect_uri: flow.redirectUri,
      scope: scopes[this.#provider],
      state: flow.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      ...(this.#provider === 'google.com' ? { nonce: flow.nonce } : {}),
    })
    return url.href
  }

  /** Exchanges the callback's code for the user's profile. Throws if the callback does not match the flow. */
  async profile(flow: Flow, query: Record<string, string>): Promise<Profile> {
    const callback = new URL(flow.redirectUri)
    callback.search = new URLSearchParams(query).toString()
    const isOpenId = this.#provider === 'google.com'
    const tokens = await oauth.authorizationCodeGrant(this.#config, callback, {
      expectedState: flow.state,
      pkceCodeVerifier: flow.codeVerifier,
      ...(isOpenId ? { expectedNonce: flow.nonce, idTokenExpected: true } : {}),
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
      if (!answer.ok) throw new Error(`GitHub responded with status ${answer.status} to ${path}.`)
      return answer.json()
    }
    const user = await read('/user')
    if (!GithubUser.Check(user)) throw new Error('GitHub returned no user id.')
    const emails = await read('/user/emails')
    if (!GithubEmails.Check(emails)) throw new Error('GitHub returned no list of emails.')
    const primary = emails.find((one) => one.primary)
    return {
      provider: this.#provider,
      subject: String(user.id),
      email: text(primary?.email, 320).toLowerCase(),
      emailVerified: primary?.verified === true,
      name: text(user.name ?? user.login, 255),
      picture: pictureOf(user.avatar_url),
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
