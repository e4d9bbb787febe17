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

/** How people sign in at the code host for the registry: to show what they may do there, and nothing else. */
export interface CodeHostSignIn {
  /** Where the person goes. */
  address(ask: { redirectUri: string; state: string; challenge: string; scope: string }): string
  /** Throws `code_host_token_refused` where the code is no good, else `code_host_unavailable`. */
  exchange(given: { code: string; redirectUri: string; verifier: string }): Promise<string>
}

/** The page of the code host on which people say who they are, where this server plays the host. */
export interface PlayedHost {
  path: string
  answer(query: URLSearchParams): Promise<Response>
}

/** The code host, and how people get there. */
export interface OpenCodeHost {
  codeHost: CodeHost
  codeHostSignIn?: CodeHostSignIn
  playedHost?: PlayedHost
}

const usualTimeoutMs = 10_000
const mostBytes = 64 * 1024
const Answer = Compile(Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 255 }) }))

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
        // Hosts that do not know it pass it over.
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
      // What is wrong with a code is said with status 200, too.
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
    if (answer.status >= 500) throw new Error(`The code host answered ${answer.status}.`)
    const text = await answer.text()
    if (text.length > mostBytes) throw new Error('The answer is too large.')
    return JSON.parse(text)
  } catch {
    throw new RegistryError('code_host_unavailable')
  }
}
