import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import type { Provider } from '../public-config.ts'
import { document, html } from './html.ts'
import { standInPath } from './provider-clients.ts'
import type { SignInProvider } from './stand-in-provider.ts'

const names: Record<Provider, string> = { 'google.com': 'Google', 'github.com': 'GitHub' }
const forwarded = [
  'client_id',
  'redirect_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const

/** Shows a stand-in for the provider's sign-in page in development. */
export function showStandIn(provider: Provider, { query }: Pick<PageCall, 'query'>): PageAnswer {
  const name = names[provider]
  const hidden = forwarded.map(
    (field) => html`<input type="hidden" name="${field}" value="${query[field] ?? ''}">`,
  )
  const form = html`<form method="post" action="${standInPath}/${provider}">${hidden}
<label>Email <input name="email" type="email" required value="${query['login_hint'] ?? 'someone@example.test'}"></label>
<label>Name <input name="name" value="Some One"></label>
<label><span><input name="verified" type="checkbox" value="yes" checked> Email is verified</span></label>
<button name="decision" value="agree">Sign in</button>
<button name="decision" value="refuse" formnovalidate>Cancel</button></form>`
  const warning = html`<p class="warning"><strong>This is not ${name}.</strong>
It replaces ${name} in development and accepts any email.</p>`
  const body = html`<main><h1>Stand-in for ${name}</h1>${warning}${form}</main>`
  return { type: 'html', body: document(`Stand-in for ${name}`, body) }
}

/** Handles the stand-in's form and redirects to the callback. */
export function answerStandIn(
  provider: Provider,
  standIn: SignInProvider,
  { query, ownOrigin, headers }: PageCall,
): PageAnswer {
  const isOwn =
    URL.canParse(query['redirect_uri'] ?? '') && new URL(query['redirect_uri'] ?? '').origin === ownOrigin
  if (!isOwn || (headers.origin !== undefined && headers.origin !== ownOrigin))
    return { status: 400, body: 'Invalid origin' }
  if (query['decision'] !== 'agree') return { location: standIn.refuse(query), status: 303 }
  const { email = '', name = '', verified } = query
  // Providers do not share users, so one email can belong to different users.
  const person = { email: email.trim().toLowerCase(), name, emailVerified: verified === 'yes' }
  try {
    return { location: standIn.agree(query, person), status: 303 }
  } catch {
    return showStandIn(provider, { query })
  }
}
