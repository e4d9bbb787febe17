import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { RegistryError } from '../../ground/errors.ts'
import type { CodeHostSettings } from '../../ground/settings.ts'
import type { CodeHost } from './client.ts'

/** The app that the operator registered with the code host. */
export interface CodeHostApp {
  clientId: string
  clientSecret: string
}

/** Sign-in at the code host, used only to check a user's rights there. */
export interface CodeHostSignIn {
  /** Returns the URL of the sign-in page. */
  address(ask: { redirectUri: string; state: string; challenge: string; scope: string }): string
  /** Exchanges a code for a token. Throws `code_host_token_refused` for an invalid code, else `code_host_unavailable`. */
  exchange(given: { code: string; redirectUri: string; verifier: string }): Promise<string>
}

/** The sign-in page, when this server plays the code host. */
export interface PlayedHost {
  path: string
  answer(query: URLSearchParams): Promise<Response>
}

/** The code host with its sign-in. */
export interface OpenCodeHost {
  codeHost: CodeHost
  codeHostSignIn?: CodeHostSignIn
  playedHost?: PlayedHost
}

const usualTimeoutMs = 10_000
const maxBytes = 64 * 1024
const Answer = Compile(Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 255 }) }))

/** Creates the OAuth client for the operator's app. */
export function codeHostSignIn(
  { url, timeoutMs = usualTimeoutMs }: CodeHostSettings,
  { clientId, clientSecret }: CodeHostApp,
  fetch: typeof globalThis.fetch,
): CodeHostSignIn {
  return {
    address({ redirectUri, state, challenge, scope }) {
      const address = new URL('/login/oauth/authorize', url)
      address.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        // Hosts without PKCE support ignore it.
        code_challenge: challenge,
        code_challenge_method: 'S256',
        allow_signup: 'false',
        ...(scope ? { scope } : {}),
      }).toString()
      return address.href
    },
    async exchange({ code, redirectUri, verifier }) {
      const text = await post(fetch, new URL('/login/oauth/access_token', url), timeoutMs, {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      // The host reports an invalid code with status 200.
      if (!Answer.Check(text)) throw new RegistryError('code_host_token_refused')
      return text.access_token
    },
  }
}

async function post(
  fetch: typeof globalThis.fetch,
  address: URL,
  timeoutMs: number,
  fields: Record<string, string>,
): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json', 'user-agent': 'nodeyard' },
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status >= 500) throw new Error(`The code host responded with status ${answer.status}.`)
    const text = await answer.text()
    if (text.length > maxBytes) throw new Error('The response is too large.')
    return JSON.parse(text)
  } catch {
    throw new RegistryError('code_host_unavailable')
  }
}
