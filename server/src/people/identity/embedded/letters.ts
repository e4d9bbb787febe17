import type { Locale } from '@nodeyard/contract/ground'
import type { Mail } from '../../../ground/mail/mailer.ts'
import { toLocale } from './locale.ts'
import { type MailKind, texts } from './texts.ts'

/** The site's page that handles mailed links. */
const actionPath = '/auth/action'

const modes: Record<MailKind, string> = {
  'verify-email': 'verifyEmail',
  'reset-password': 'resetPassword',
  'email-link': 'signIn',
  'change-email': 'verifyAndChangeEmail',
  'recover-email': 'recoverEmail',
}

/** Builds a mail with a link in the client's format. */
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

/** Builds the text message with a code. */
export function messageOf(
  { productName }: { productName: string },
  { code, locale }: { code: string; locale: string },
): string {
  return fill(texts[toLocale(locale)].message, { product: productName, code })
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}

export type PageText = 'done' | 'failed'

/** Texts of the sign-in window, which usually closes before they show. */
export const pageTexts: Record<Locale, Record<PageText, string>> = {
  ar: { done: 'يمكنك إغلاق هذه النافذة.', failed: 'تعذَّر تسجيل الدخول. أغلق هذه النافذة وحاول مرة أخرى.' },
  en: { done: 'You can close this window.', failed: 'The sign-in failed. Close this window and try again.' },
  es: {
    done: 'Puedes cerrar esta ventana.',
    failed: 'No se ha podido iniciar sesión. Cierra esta ventana e inténtalo de nuevo.',
  },
  fr: {
    done: 'Vous pouvez fermer cette fenêtre.',
    failed: 'La connexion a échoué. Fermez cette fenêtre et réessayez.',
  },
  ja: {
    done: 'このウィンドウを閉じてかまいません。',
    failed: 'ログインできませんでした。このウィンドウを閉じて、もう一度お試しください。',
  },
  ko: { done: '이 창을 닫으셔도 됩니다.', failed: '로그인하지 못했습니다. 이 창을 닫고 다시 시도해 주세요.' },
  ru: {
    done: 'Это окно можно закрыть.',
    failed: 'Войти не удалось. Закройте это окно и попробуйте ещё раз.',
  },
  zh: { done: '您可以关闭此窗口。', failed: '登录失败。请关闭此窗口后重试。' },
}
