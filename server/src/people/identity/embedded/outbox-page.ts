import type { PageAnswer, PageCall } from '../../../ground/http/raw-pages.ts'
import { listMessages, type OutboxRow } from '../../../ground/mail/sql.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { Deps } from '../deps.ts'
import { document, Html, html } from './html.ts'

const shownMessages = 50

/** Shows messages that development stores instead of sending. Their links open accounts, so only this machine has access. */
export async function showOutbox({ db, config }: Deps, { ip, ownOrigin }: PageCall): Promise<PageAnswer> {
  if (!isThisMachine(ip) || !isAuthorizedAddress(config, ownOrigin)) return { status: 403, body: 'Forbidden' }
  const messages = await listMessages(db, shownMessages)
  const list = messages.length > 0 ? messages.map(toArticle) : html`<p>No messages yet.</p>`
  const warning = html`<p class="warning">This page is for development. These messages were not sent.</p>`
  return {
    type: 'html',
    body: document('Development mailbox', html`<main><h1>Development mailbox</h1>${warning}${list}</main>`),
  }
}

/** Returns the messages as JSON, optionally only those to one recipient. */
export async function listOutbox(
  { db, config }: Deps,
  { ip, ownOrigin, query }: PageCall,
): Promise<PageAnswer> {
  if (!isThisMachine(ip) || !isAuthorizedAddress(config, ownOrigin))
    return { status: 403, type: 'json', body: '{}' }
  const messages = (await listMessages(db, 1000)).filter(
    ({ recipient }) => !query['to'] || recipient === query['to'],
  )
  const answer = messages.map(({ kind, recipient, subject, body, created_at }) => ({
    kind,
    to: recipient,
    subject,
    text: body,
    createdAt: created_at.toISOString(),
  }))
  return { type: 'json', body: JSON.stringify({ messages: answer }) }
}

/** Whether the request comes from this machine. The check of the origin guards against DNS rebinding. */
function isThisMachine(ip: string): boolean {
  return /^(::ffff:)?127\./.test(ip) || ip === '::1'
}

function toArticle({ recipient, subject, body, created_at }: OutboxRow): Html {
  const at = created_at.toISOString()
  return html`<article><h2>${subject || 'Text message'}</h2>
<p>To ${recipient}, <time datetime="${at}">${at}</time></p>
<pre dir="auto">${withLinks(body)}</pre></article>`
}

function withLinks(text: string): Html {
  const parts = text.split(/(https?:\/\/\S+)/)
  return new Html(
    parts
      .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`).text)
      .join(''),
  )
}
