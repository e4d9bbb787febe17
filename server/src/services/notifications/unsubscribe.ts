import { createHmac, timingSafeEqual } from 'node:crypto'
import { directionOf, fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/ground'
import { fixedKinds, type NotificationKind, notificationKinds } from '@nodeyard/contract/services'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { PageAnswer, PageCall } from '../../ground/http/raw-pages.ts'
import { document, html } from '../../people/identity/embedded/html.ts'
import type { Deps } from './deps.ts'
import { findSettings, putSettings } from './sql.ts'
import { texts } from './texts.ts'

export const unsubscribePath = '/notifications/unsubscribe'

interface Request {
  userId: string
  kinds: readonly NotificationKind[]
}

type StopDeps = Pick<Deps, 'config' | 'notificationKey'>

/** Returns a link that mutes these kinds without a sign-in, or undefined if none can be muted. */
export function stopLinkOf(
  { config, notificationKey }: StopDeps,
  { userId, kinds }: Request,
  locale: Locale,
): string | undefined {
  const wanted = notificationKinds.filter((kind) => kinds.includes(kind) && !fixedKinds.includes(kind))
  if (wanted.length === 0) return undefined
  const wish = Buffer.from(JSON.stringify([userId, ...wanted])).toString('base64url')
  const query = new URLSearchParams({ wish: `${wish}.${proofOf(notificationKey, wish)}`, lang: locale })
  return `${config.siteUrl}/api${unsubscribePath}?${query}`
}

const proofOf = (key: string, wish: string) =>
  createHmac('sha256', key).update(`unsubscribe.${wish}`).digest('base64url')

function readRequest(key: string, text = ''): Request | undefined {
  const [wish = '', proof = ''] = text.split('.')
  const wanted = Buffer.from(proofOf(key, wish))
  const given = Buffer.from(proof)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const [userId = '', ...kinds]: string[] = JSON.parse(Buffer.from(wish, 'base64url').toString())
  return { userId, kinds: notificationKinds.filter((kind) => kinds.includes(kind)) }
}

/** Shows a confirmation page, because mail scanners open links. */
export function askToStop({ notificationKey }: Deps, { query }: PageCall): PageAnswer {
  const locale = localeOf(query)
  const say = texts[locale]
  const isValid = readRequest(notificationKey, query['wish']) !== undefined
  if (!isValid) return page(locale, 400, html`<p>${say['stop-failed']}</p>`)
  return page(
    locale,
    200,
    html`<p>${say['stop-question']}</p>
<form method="post"><input type="hidden" name="wish" value="${query['wish'] ?? ''}"><input type="hidden" name="lang" value="${locale}"><button type="submit">${say.stop}</button></form>`,
  )
}

/** Mutes the kinds of the link. Called by the page's button or a mail program's one-click request. Source: RFC 8058. */
export async function stopMail({ db, notificationKey }: Deps, { query }: PageCall): Promise<PageAnswer> {
  const locale = localeOf(query)
  const say = texts[locale]
  const request = readRequest(notificationKey, query['wish'])
  if (!request) return page(locale, 400, html`<p>${say['stop-failed']}</p>`)
  await inTransaction(db, async (tx) => {
    const settings = await findSettings(tx, request.userId)
    // A deleted account has no settings.
    if (settings)
      await putSettings(tx, request.userId, { muted: [...new Set([...settings.muted, ...request.kinds])] })
  })
  return page(locale, 200, html`<p>${say.stopped}</p>`)
}

const localeOf = ({ lang }: PageCall['query']): Locale => (isLocale(lang) ? lang : fallbackLocale)

function page(locale: Locale, status: number, body: ReturnType<typeof html>): PageAnswer {
  const title = texts[locale]['stop-title']
  const main = html`<main dir="${directionOf(locale)}"><h1>${title}</h1>${body}</main>`
  return { status, type: 'html', body: document(title, main, { lang: locale }) }
}
