import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { addressKey } from '../../../ground/address-key.ts'
import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { Deps } from '../deps.ts'
import { type Provider, providersOf } from '../public-config.ts'
import { Refusal } from '../refusal.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { hashOf, makeCode, useCode } from './codes.ts'
import { dataBlock, document, html } from './html.ts'
import { type PageText, pageTexts } from './letters.ts'
import { toLocale } from './locale.ts'
import { embeddedApiKey } from './project.ts'
import { ProviderClient } from './provider-clients.ts'
import { ProviderName } from './provider-profile.ts'
import type { SignInProvider } from './stand-in-provider.ts'

/** The path of the OAuth callback, which operators register with their client. */
export const callbackPath = '/emulator/auth/callback'
const cookieName = 'nodeyard_sign_in'
const cookieSeconds = 3600
const randomBytesCount = 32

/** The result of the flow for the browser's client. */
interface AuthEvent {
  type: string
  eventId: string | null
  urlResponse: string | null
  sessionId: string | null
  postBody: null
  tenantId: null
  error?: { code: string; message: string }
}

/** The page that started the sign-in, and how it gets the result. */
interface StartPage {
  authType: string
  eventId: string
  redirectUrl: string
  storageKey: string
}

const StoredFlow = Compile(
  Type.Object({
    authType: Type.String(),
    eventId: Type.String(),
    redirectUrl: Type.String(),
    storageKey: Type.String(),
    provider: ProviderName,
    redirectUri: Type.String(),
    codeVerifier: Type.String(),
    nonce: Type.String(),
    /** The hash of the browser's cookie. */
    binding: Type.String(),
  }),
)

const authTypes = ['signIn', 'link', 'reauth'].flatMap((act) => [`${act}ViaPopup`, `${act}ViaRedirect`])

export type FlowDeps = Deps & { standIn: SignInProvider }

/** Serves the window that the client opens: checks the page and redirects to the provider. */
export async function startFlow(deps: FlowDeps, call: PageCall): Promise<PageAnswer> {
  const { config } = deps
  const { query, ownOrigin } = call
  const startPage = readStartPage(query)
  if (!startPage) return textPage(call, 'failed', 400)
  if (query['apiKey'] !== embeddedApiKey) return failed(call, startPage, 'invalid-api-key')
  if (![ownOrigin, startPage.redirectUrl].every((address) => isAuthorizedAddress(config, address))) {
    // The user must never be redirected to an unauthorized site.
    return failed(call, startPage, 'unauthorized-domain', { leadsBack: false })
  }
  const provider = providerOf(deps, query['providerId'])
  if (!provider) return failed(call, startPage, 'operation-not-allowed')
  try {
    await countOrRefuse(deps, allowances.tripFromAddress, addressKey(call.ip))
  } catch (error) {
    if (error instanceof Refusal) return failed(call, startPage, 'too-many-requests')
    throw error
  }
  const binding = bindingOf(deps, call)
  const random = () => deps.randomBytes(randomBytesCount).toString('base64url')
  const part = { provider, redirectUri: ownOrigin + callbackPath, codeVerifier: random(), nonce: random() }
  const data = { ...startPage, ...part, binding: hashOf(binding) }
  const state = await makeCode(deps, deps.db, 'provider-trip', { data })
  const location = await clientFor(deps, provider, ownOrigin).address({ ...part, state }, requestedBy(query))
  return { location, cookies: [cookieOf(binding, ownOrigin)] }
}

/** Serves the provider's callback, once, in the browser that started the flow. */
export async function finishFlow(deps: FlowDeps, call: PageCall): Promise<PageAnswer> {
  const { query, ownOrigin, cookies } = call
  const state = query['state'] ?? ''
  const code = await useCode(deps, deps.db, 'provider-trip', state)
  if (!code || code.isExpired || !StoredFlow.Check(code.data)) return textPage(call, 'failed', 400)
  const { binding, ...data } = code.data
  // Another browser started this flow, and this one must not sign in as its user.
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
    deps.log.warn({ err: error, provider: data.provider }, 'provider sign-in failed')
    return failed(call, data, isUnreachable(error) ? 'network-request-failed' : 'invalid-credential')
  }
}

function readStartPage(query: Record<string, string>): StartPage | undefined {
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

function clientFor({ config, standIn }: FlowDeps, provider: Provider, ownOrigin: string): ProviderClient {
  if (config.identity.kind !== 'embedded') throw new Error('A hosted project does its own provider sign-ins.')
  return new ProviderClient(provider, config.identity, { ownOrigin, standIn })
}

function requestedBy({ customParameters = '{}' }: Record<string, string>): Record<string, string> {
  try {
    const requested: [string, unknown][] = Object.entries(JSON.parse(customParameters))
    return Object.fromEntries(
      requested.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Returns the secret that identifies this browser, shared by concurrent flows. */
function bindingOf({ randomBytes }: Deps, { cookies }: PageCall): string {
  const known = cookies[cookieName]
  return known && /^[\w-]{43}$/.test(known) ? known : randomBytes(randomBytesCount).toString('base64url')
}

function cookieOf(binding: string, ownOrigin: string): string {
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  // The callback comes from the provider's site, which requires `SameSite=Lax`.
  return `${cookieName}=${binding}; Path=/emulator/auth; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

function failed(call: PageCall, startPage: StartPage, code: string, { leadsBack = true } = {}): PageAnswer {
  return finish(call, startPage, { error: { code: `auth/${code}`, message: code } }, { leadsBack })
}

function finish(
  call: PageCall,
  { authType, eventId, redirectUrl, storageKey }: StartPage,
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
