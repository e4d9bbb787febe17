import { addressKey } from '../../../ground/http/address-key.ts'
import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { Deps } from '../deps.ts'
import { type Provider, providersOf } from '../public-config.ts'
import { Refusal } from '../refusal.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { hashOf, makeCode, useCode } from './codes.ts'
import { dataBlock, document, html } from './html.ts'
import { type PageText, pageTexts, toLocale } from './letters.ts'
import { ProviderClient, type Trip } from './provider-clients.ts'
import { embeddedApiKey } from './signing.ts'
import type { SignInProvider } from './stand-in-provider.ts'

/** Where providers send people back to; operators register it with their OAuth client. */
export const callbackPath = '/emulator/auth/callback'
const cookieName = 'nodeyard_sign_in'
const cookieSeconds = 3600
const randomBytesCount = 32

/** What the client in the browser is told at the end of the trip. */
interface AuthEvent {
  type: string
  eventId: string | null
  urlResponse: string | null
  sessionId: string | null
  postBody: null
  tenantId: null
  error?: { code: string; message: string }
}

/** The page that began the sign-in, and how it hears of the end. */
interface Beginning {
  authType: string
  eventId: string
  redirectUrl: string
  storageKey: string
}

const authTypes = ['signIn', 'link', 'reauth'].flatMap((act) => [`${act}ViaPopup`, `${act}ViaRedirect`])

export type TripDeps = Deps & { standIn: SignInProvider }

/** The window that the client opens: checks who asks, and sends the person on to the provider. */
export async function beginTrip(deps: TripDeps, call: PageCall): Promise<PageAnswer> {
  const { config } = deps
  const { query, ownOrigin } = call
  const beginning = readBeginning(query)
  if (!beginning) return textPage(call, 'failed', 400)
  if (query['apiKey'] !== embeddedApiKey) return failed(call, beginning, 'invalid-api-key')
  if (![ownOrigin, beginning.redirectUrl].every((address) => isAuthorizedAddress(config, address))) {
    // Nobody is sent to an address that nobody named.
    return failed(call, beginning, 'unauthorized-domain', { leadsBack: false })
  }
  const provider = providerOf(deps, query['providerId'])
  if (!provider) return failed(call, beginning, 'operation-not-allowed')
  try {
    await countOrRefuse(deps, allowances.tripFromAddress, addressKey(call.ip))
  } catch (error) {
    if (error instanceof Refusal) return failed(call, beginning, 'too-many-requests')
    throw error
  }
  const binding = bindingOf(deps, call)
  const random = () => deps.randomBytes(randomBytesCount).toString('base64url')
  const part = { provider, redirectUri: ownOrigin + callbackPath, codeVerifier: random(), nonce: random() }
  const data = { ...beginning, ...part, binding: hashOf(binding) }
  const state = await makeCode(deps, deps.db, 'provider-trip', { data })
  const location = await clientFor(deps, provider, ownOrigin).address({ ...part, state }, askedBy(query))
  return { location, cookies: [cookieOf(binding, ownOrigin)] }
}

/** The way back from the provider: one browser, once. */
export async function endTrip(deps: TripDeps, call: PageCall): Promise<PageAnswer> {
  const { query, ownOrigin, cookies } = call
  const state = query['state'] ?? ''
  const code = await useCode(deps, deps.db, 'provider-trip', state)
  if (!code || code.isExpired) return textPage(call, 'failed', 400)
  const { binding, ...data } = code.data as unknown as Trip & Beginning & { binding: string }
  // Somebody else began this: signing this browser in would be as them.
  if (hashOf(cookies[cookieName] ?? '') !== binding) return textPage(call, 'failed', 400)
  if (data.redirectUri !== ownOrigin + callbackPath) return textPage(call, 'failed', 400)
  if (query['error'] !== undefined)
    return failed(call, data, query['error'] === 'access_denied' ? 'user-cancelled' : 'invalid-credential')
  try {
    const client = clientFor(deps, data.provider, ownOrigin)
    const profile = await client.profile({ ...data, state }, query)
    const sessionId = await makeCode(deps, deps.db, 'provider-result', { data: { ...profile } })
    return finish(call, data, { urlResponse: data.redirectUri, sessionId })
  } catch (error) {
    deps.log.warn({ err: error, provider: data.provider }, 'a sign-in at a provider failed')
    return failed(call, data, isUnreachable(error) ? 'network-request-failed' : 'invalid-credential')
  }
}

function readBeginning(query: Record<string, string>): Beginning | undefined {
  const { authType = '', eventId = '', redirectUrl = '', apiKey = '', appName = '' } = query
  if (!authTypes.includes(authType) || !URL.canParse(redirectUrl)) return undefined
  if ([eventId, apiKey, appName].some((text) => text.length > 200) || redirectUrl.length > 4096)
    return undefined
  return { authType, eventId, redirectUrl, storageKey: `nodeyard-sign-in:${apiKey}:${appName}` }
}

function providerOf({ config }: Deps, name: string | undefined): Provider | undefined {
  if (config.identity.kind !== 'embedded') return undefined
  return providersOf(config.identity).find((provider) => provider === name)
}

function clientFor({ config, standIn }: TripDeps, provider: Provider, ownOrigin: string): ProviderClient {
  if (config.identity.kind !== 'embedded')
    throw new Error('A hosted project sends people to providers itself.')
  return new ProviderClient(provider, config.identity, { ownOrigin, standIn })
}

function askedBy({ customParameters = '{}' }: Record<string, string>): Record<string, string> {
  try {
    const asked = JSON.parse(customParameters) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(asked).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** What only this browser has; it keeps it for several trips at a time. */
function bindingOf({ randomBytes }: Deps, { cookies }: PageCall): string {
  const known = cookies[cookieName]
  return known && /^[\w-]{43}$/.test(known) ? known : randomBytes(randomBytesCount).toString('base64url')
}

function cookieOf(binding: string, ownOrigin: string): string {
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  // Lax: the way back comes from the provider's site.
  return `${cookieName}=${binding}; Path=/emulator/auth; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

function failed(call: PageCall, beginning: Beginning, code: string, { leadsBack = true } = {}): PageAnswer {
  return finish(call, beginning, { error: { code: `auth/${code}`, message: code } }, { leadsBack })
}

function finish(
  call: PageCall,
  { authType, eventId, redirectUrl, storageKey }: Beginning,
  part: Partial<AuthEvent>,
  { leadsBack = true } = {},
): PageAnswer {
  const event: AuthEvent = {
    type: authType,
    eventId: eventId || null,
    urlResponse: null,
    sessionId: null,
    postBody: null,
    tenantId: null,
    ...part,
  }
  const outcome = {
    event,
    storageKey,
    origin: new URL(redirectUrl).origin,
    ...(leadsBack ? { redirectUrl } : {}),
  }
  const { lang, text } = pageText(call, event.error ? 'failed' : 'done')
  const body = html`<p id="done" role="status" hidden>${text}</p>${dataBlock('outcome', outcome)}`
  const head = html`<script src="/emulator/auth/finish.js" defer></script>`
  return { type: 'html', body: document(text, body, { head, lang }) }
}

function textPage(call: PageCall, name: PageText, status: number): PageAnswer {
  const { lang, text } = pageText(call, name)
  return { status, type: 'html', body: document(text, html`<p role="alert">${text}</p>`, { lang }) }
}

function pageText({ headers }: PageCall, name: PageText): { lang: string; text: string } {
  const lang = toLocale(headers['accept-language'] ?? '')
  return { lang, text: pageTexts[lang][name] }
}
