import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import type { Provider } from '../public-config.ts'
import { document, html } from './html.ts'
import { standInPath } from './provider-clients.ts'
import type { SignInProvider } from './stand-in-provider.ts'

const names: Record<Provider, string> = { 'google.com': 'Google', 'github.com': 'GitHub' }
const passedOn = [
  'client_id',
  'redirect_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const

/** Plays a provider's own page in development, and says that it does. */
export function showStandIn(provider: Provider, { query }: PageCall): PageAnswer {
  const name = names[provider]
  const hidden = passedOn.map(
    (field) => html`<input type="hidden" name="${field}" value="${query[field] ?? ''}">`,
  )
  const form = html`<form method="post" action="${standInPath}/${provider}">${hidden}
<label>E-mail <input name="email" type="email" required value="${query['login_hint'] ?? 'someone@example.test'}"></label>
<label>Name <input name="name" value="Some One"></label>
<label><span><input name="verified" type="checkbox" value="yes" checked> The address is verified</span></label>
<button name="decision" value="agree">Sign in</button>
<button name="decision" value="refuse" formnovalidate>Cancel</button></form>`
  const warning = html`<p class="warning"><strong>This is not ${name}.</strong>
It stands in for ${name} in development, and signs in whoever it is told to.</p>`
  const body = html`<main><h1>Stand-in for ${name}</h1>${warning}${form}</main>`
  return { type: 'html', body: document(`Stand-in for ${name}`, body) }
}

export function answerStandIn(
  provider: Provider,
  standIn: SignInProvider,
  { query, ownOrigin, headers }: PageCall,
): PageAnswer {
  const isOwn =
    URL.canParse(query['redirect_uri'] ?? '') && new URL(query['redirect_uri'] ?? '').origin === ownOrigin
  if (!isOwn || (headers.origin !== undefined && headers.origin !== ownOrigin))
    return { status: 400, body: 'Not from here.' }
  if (query['decision'] !== 'agree') return { location: standIn.refuse(query), status: 303 }
  const { email = '', name = '', verified } = query
  // A provider knows two people by one address, as another provider may.
  const person = { email: email.trim().toLowerCase(), name, emailVerified: verified === 'yes' }
  try {
    return { location: standIn.agree(query, person), status: 303 }
  } catch {
    return showStandIn(provider, { query } as PageCall)
  }
}
