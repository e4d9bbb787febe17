import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/locales'
import type { Mail } from '../../mail/mailer.ts'
import { type MailKind, texts } from './texts.ts'

/** The site's page that takes what a mailed link brings. */
const actionPath = '/auth/action'

const modes: Record<MailKind, string> = {
  'verify-email': 'verifyEmail',
  'reset-password': 'resetPassword',
  'email-link': 'signIn',
  'change-email': 'verifyAndChangeEmail',
  'recover-email': 'recoverEmail',
}

/** A mail with a link that the browser's client understands. */
export function letterOf(
  { siteUrl, productName }: { siteUrl: string; productName: string },
  letter: { kind: MailKind; to: string; code: string; apiKey: string; locale: string; continueUrl?: string },
): Mail {
  const locale = toLocale(letter.locale)
  const link = new URL(actionPath, siteUrl)
  link.search = new URLSearchParams({
    mode: modes[letter.kind],
    oobCode: letter.code,
    apiKey: letter.apiKey,
    lang: locale,
    ...(letter.continueUrl ? { continueUrl: letter.continueUrl } : {}),
  }).toString()
  const { subject, body } = texts[locale][letter.kind]
  const values = { product: productName, email: letter.to, link: link.href }
  return { to: letter.to, subject: fill(subject, values), text: fill(body, values) }
}

export function messageOf(
  { productName }: { productName: string },
  { code, locale }: { code: string; locale: string },
): string {
  return fill(texts[toLocale(locale)].message, { product: productName, code })
}

/** The site's language nearest to what a client asks for: `zh-CN` is `zh`. */
function toLocale(tag: string): Locale {
  const language = tag.split(/[-_]/, 1)[0]?.toLowerCase()
  return isLocale(language) ? language : fallbackLocale
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
