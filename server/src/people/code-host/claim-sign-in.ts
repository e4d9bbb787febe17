import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { RegistryError } from '../../ground/errors.ts'
import type { PageAnswer, PageCall } from '../../ground/http/raw-pages.ts'
import { isAuthorizedAddress } from '../identity/authorized-domains.ts'
import { toLocale } from '../identity/embedded/locale.ts'
import { getAdministered } from './administered.ts'
import { claimSignInTexts } from './claim-sign-in-texts.ts'
import type { Deps } from './deps.ts'

/*
 * Signs a claimant in at the code host and returns to the page that started the claim. The resulting token is passed
 * to that page in the URL fragment, so that no server, log or other site sees it. It is never stored.
 *
 * The signed state holds everything that the callback needs. It works once, within minutes, in the browser that has
 * its cookie. The cookie is also the code verifier (RFC 7636), and the state holds its hash.
 */

export const startPath = '/auth/github'
export const callbackPath = '/auth/github/callback'
/** The prefix under which browsers reach the API through the site. */
const sitePrefix = '/api'
const signInSeconds = 600
const verifierBytes = 32
const signInIdBytes = 6

const StateShape = Type.Object({
  id: Type.String(),
  /** The path of the page that started the claim. */
  back: Type.String(),
  owner: Type.String(),
  repo: Type.String(),
  challenge: Type.String(),
  /** In milliseconds since 1970. */
  expires: Type.Integer(),
})
type State = Static<typeof StateShape>
const State = Compile(StateShape)

type SignInDeps = Pick<
  Deps,
  'codeHost' | 'codeHostSignIn' | 'codeHostKey' | 'config' | 'log' | 'now' | 'randomBytes'
>

/** The scopes that a page can request; the empty scope covers public data. */
const scopes = ['', 'public_repo', 'read:org']
const needed = ['redirectUri', 'owner', 'repo', 'nodeId', 'publisherId'] as const
const namePattern = /^[\w.-]{1,100}$/

/** Redirects the browser to the code host. Source: API contract 36.3. */
export function startClaimSignIn(deps: SignInDeps, call: PageCall): PageAnswer {
  const { query, ownOrigin } = call
  // Other sites must not start a sign-in here.
  if (call.headers['sec-fetch-site'] === 'cross-site') return errorPage(call, 'invalid', 400)
  if (!deps.codeHostSignIn) return errorPage(call, 'not_set_up', 500)
  const back = backOf(query['redirectUri'], ownOrigin)
  const { owner = '', repo = '', scope = '' } = query
  const isWhole = needed.every((name) => query[name]) && scopes.includes(scope)
  const isNamed = namePattern.test(owner) && namePattern.test(repo)
  if (!isWhole || !isNamed || back === undefined || !isAuthorizedAddress(deps.config, ownOrigin)) {
    return errorPage(call, 'invalid', 400)
  }
  const verifier = deps.randomBytes(verifierBytes).toString('base64url')
  const id = deps.randomBytes(signInIdBytes).toString('base64url')
  const challenge = challengeOf(verifier)
  const expires = deps.now().getTime() + signInSeconds * 1000
  const state = sign(deps, { id, back, owner, repo, challenge, expires })
  const redirectUri = ownOrigin + sitePrefix + callbackPath
  return {
    location: deps.codeHostSignIn.address({ redirectUri, state, challenge, scope }),
    cookies: [cookieOf(call, id, verifier, signInSeconds)],
  }
}

/** Receives the browser from the code host and redirects it to the page that started the claim. */
export async function finishClaimSignIn(deps: SignInDeps, call: PageCall): Promise<PageAnswer> {
  const { query, ownOrigin, cookies } = call
  const state = verified(deps, query['state'])
  const verifier = state && cookies[cookieName(state.id)]
  // Another browser started this sign-in, or it is over; its token must not reach this page.
  if (!state || !verifier || challengeOf(verifier) !== state.challenge) return errorPage(call, 'invalid', 400)
  const answer = await outcomeOf(deps, query, {
    ...state,
    verifier,
    redirectUri: ownOrigin + sitePrefix + callbackPath,
  })
  return {
    location: `${ownOrigin}${state.back}#${new URLSearchParams(answer)}`,
    cookies: [cookieOf(call, state.id, '', 0)],
    headers: { 'referrer-policy': 'no-referrer' },
  }
}

type Outcome = { token: string; login: string } | { error: string }

async function outcomeOf(
  { codeHost, codeHostSignIn, log }: SignInDeps,
  { code, error }: Record<string, string>,
  { owner, repo, verifier, redirectUri }: State & { verifier: string; redirectUri: string },
): Promise<Outcome> {
  if (error === 'access_denied') return { error: 'access_denied' }
  if (!code || !codeHostSignIn) return { error: 'code_host_token_refused' }
  try {
    const token = await codeHostSignIn.exchange({ code, redirectUri, verifier })
    const { login } = await getAdministered(codeHost, { owner, name: repo }, token)
    return { token, login }
  } catch (problem) {
    if (problem instanceof RegistryError) return { error: problem.code }
    log.error({ err: problem }, 'code host sign-in failed')
    return { error: 'internal_error' }
  }
}

/** Returns the path of a claim page on this origin, or undefined. A path cannot lead to another origin. */
function backOf(redirectUri: string | undefined, ownOrigin: string): string | undefined {
  if (!redirectUri || redirectUri.length > 2048 || !URL.canParse(redirectUri, ownOrigin)) return undefined
  const { origin, username, password, pathname, search } = new URL(redirectUri, ownOrigin)
  const isOurs = origin === ownOrigin && username === '' && password === ''
  return isOurs && /^\/(?:[a-z]{2}\/)?publishers\/[^/]+\/claim-my-node$/.test(pathname)
    ? pathname + search
    : undefined
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function sign({ codeHostKey }: SignInDeps, state: State): string {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${macOf(codeHostKey, text)}`
}

const macOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Returns undefined unless the state was signed here and has not expired. */
function verified({ codeHostKey, now }: SignInDeps, given = ''): State | undefined {
  const [text = '', mac = '', ...more] = given.split('.')
  const [expected, actual] = [Buffer.from(macOf(codeHostKey, text)), Buffer.from(mac)]
  if (more.length > 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual))
    return undefined
  const state: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  return State.Check(state) && state.expires > now().getTime() ? state : undefined
}

const cookieName = (id: string) => `nodeyard_claim_${id}`

/** `SameSite=Lax`, because the callback comes from the host's site. */
function cookieOf({ ownOrigin }: PageCall, id: string, value: string, seconds: number): string {
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(id)}=${value}; Path=${sitePrefix}${startPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function errorPage({ headers }: PageCall, name: 'invalid' | 'not_set_up', status: number): PageAnswer {
  const lang = toLocale(headers['accept-language'] ?? '')
  const text = claimSignInTexts[lang][name]
  return {
    status,
    type: 'html',
    body: `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><p role="alert">${text}</p><p><a href="/nodes">${claimSignInTexts[lang].to_nodes}</a></p></html>`,
  }
}
