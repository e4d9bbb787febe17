import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { RegistryError } from '../../ground/errors.ts'
import type { PageAnswer, PageCall } from '../../ground/http/raw-pages.ts'
import { isAuthorizedAddress } from '../identity/authorized-domains.ts'
import { toLocale } from '../identity/embedded/letters.ts'
import { getAdministered } from './administered.ts'
import type { Deps } from './deps.ts'
import { tripTexts } from './trip-texts.ts'

/*
 * The way of a claim to the code host and back. The token that comes of it is given to the page that began, behind the
 * `#` of its address: no server, log or other site sees it. It is kept nowhere.
 *
 * The state is signed, names everything that the way back needs, and is good in the one browser that has its cookie,
 * once, for some minutes. The cookie is also the verifier of the code (RFC 7636), and the state holds its hash.
 */

export const beginPath = '/auth/github'
export const callbackPath = '/auth/github/callback'
/** As the browser sees it: the site passes it on. */
const sitePrefix = '/api'
const tripSeconds = 600
const verifierBytes = 32
const tripIdBytes = 6

const StateShape = Type.Object({
  trip: Type.String(),
  /** The path of the page that began. */
  back: Type.String(),
  owner: Type.String(),
  repo: Type.String(),
  challenge: Type.String(),
  /** In milliseconds since 1970. */
  expires: Type.Integer(),
})
type State = Static<typeof StateShape>
const State = Compile(StateShape)

type TripDeps = Pick<
  Deps,
  'codeHost' | 'codeHostSignIn' | 'codeHostKey' | 'config' | 'log' | 'now' | 'randomBytes'
>

/** The rights that a page may ask for; without any, the host tells what is public. */
const scopes = ['', 'public_repo', 'read:org']
const needed = ['redirectUri', 'owner', 'repo', 'nodeId', 'publisherId'] as const
const namePattern = /^[\w.-]{1,100}$/

/** Sends somebody to the code host. Source: API contract 36.3. */
export function beginTrip(deps: TripDeps, call: PageCall): PageAnswer {
  const { query, ownOrigin } = call
  // Another site must not send people on this way.
  if (call.headers['sec-fetch-site'] === 'cross-site') return inWords(call, 'invalid', 400)
  if (!deps.codeHostSignIn) return inWords(call, 'not_set_up', 500)
  const back = backOf(query['redirectUri'], ownOrigin)
  const { owner = '', repo = '', scope = '' } = query
  const isWhole = needed.every((name) => query[name]) && scopes.includes(scope)
  const isNamed = namePattern.test(owner) && namePattern.test(repo)
  if (!isWhole || !isNamed || back === undefined || !isAuthorizedAddress(deps.config, ownOrigin)) {
    return inWords(call, 'invalid', 400)
  }
  const verifier = deps.randomBytes(verifierBytes).toString('base64url')
  const trip = deps.randomBytes(tripIdBytes).toString('base64url')
  const challenge = challengeOf(verifier)
  const expires = deps.now().getTime() + tripSeconds * 1000
  const state = sign(deps, { trip, back, owner, repo, challenge, expires })
  const redirectUri = ownOrigin + sitePrefix + callbackPath
  return {
    location: deps.codeHostSignIn.address({ redirectUri, state, challenge, scope }),
    cookies: [cookieOf(call, trip, verifier, tripSeconds)],
  }
}

/** The way back: one browser, once. */
export async function endTrip(deps: TripDeps, call: PageCall): Promise<PageAnswer> {
  const { query, ownOrigin, cookies } = call
  const state = verified(deps, query['state'])
  const verifier = state && cookies[cookieName(state.trip)]
  // Somebody else began this, or it is over: a token of theirs must not come here.
  if (!state || !verifier || challengeOf(verifier) !== state.challenge) return inWords(call, 'invalid', 400)
  const answer = await outcomeOf(deps, query, {
    ...state,
    verifier,
    redirectUri: ownOrigin + sitePrefix + callbackPath,
  })
  return {
    location: `${ownOrigin}${state.back}#${new URLSearchParams(answer)}`,
    cookies: [cookieOf(call, state.trip, '', 0)],
    headers: { 'referrer-policy': 'no-referrer' },
  }
}

type Outcome = { token: string; login: string } | { error: string }

async function outcomeOf(
  { codeHost, codeHostSignIn, log }: TripDeps,
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
    log.error({ err: problem }, 'a sign-in at the code host failed')
    return { error: 'internal_error' }
  }
}

/** The page of a claim at this origin, whatever was asked for: as a path, which always leads to this origin. */
function backOf(redirectUri: string | undefined, ownOrigin: string): string | undefined {
  if (!redirectUri || redirectUri.length > 2048 || !URL.canParse(redirectUri, ownOrigin)) return undefined
  const { origin, username, password, pathname, search } = new URL(redirectUri, ownOrigin)
  const isOurs = origin === ownOrigin && username === '' && password === ''
  return isOurs && /^\/(?:[a-z]{2}\/)?publishers\/[^/]+\/claim-my-node$/.test(pathname)
    ? pathname + search
    : undefined
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function sign({ codeHostKey }: TripDeps, state: State): string {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${macOf(codeHostKey, text)}`
}

const macOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Undefined unless it was signed here and is still good. */
function verified({ codeHostKey, now }: TripDeps, given = ''): State | undefined {
  const [text = '', mac = '', ...more] = given.split('.')
  const [expected, had] = [Buffer.from(macOf(codeHostKey, text)), Buffer.from(mac)]
  if (more.length > 0 || expected.length !== had.length || !timingSafeEqual(expected, had)) return undefined
  const state: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  return State.Check(state) && state.expires > now().getTime() ? state : undefined
}

const cookieName = (trip: string) => `nodeyard_claim_${trip}`

/** Lax: the way back comes from the host's site. */
function cookieOf({ ownOrigin }: PageCall, trip: string, value: string, seconds: number): string {
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(trip)}=${value}; Path=${sitePrefix}${beginPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function inWords({ headers }: PageCall, name: 'invalid' | 'not_set_up', status: number): PageAnswer {
  const lang = toLocale(headers['accept-language'] ?? '')
  const text = tripTexts[lang][name]
  return {
    status,
    type: 'html',
    body: `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><p role="alert">${text}</p><p><a href="/nodes">${tripTexts[lang].to_nodes}</a></p></html>`,
  }
}
