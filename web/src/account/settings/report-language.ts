import { type Locale, registryAt } from '@nodeyard/contract/ground'
import { noteLanguage } from '@nodeyard/contract/services'
import type { Session } from '../../ground/session/session.ts'

const key = 'nodeyard-language-reported'

interface Parts {
  apiBase: string
  locale: Locale
}

/** The report that is under way. A sign-in changes the user several times. */
let running: { userId: string; report: Promise<void> } | undefined

/** Reports the language of the site to the registry, once per browser and user, for emails that it sends. */
export function reportLanguage(session: Pick<Session, 'token'>, userId: string, parts: Parts): Promise<void> {
  if (localStorage.getItem(key) === userId) return Promise.resolve()
  if (running?.userId === userId) return running.report
  const report = send(session, userId, parts).finally(() => {
    if (running?.report === report) running = undefined
  })
  running = { userId, report }
  return report
}

async function send(
  session: Pick<Session, 'token'>,
  userId: string,
  { apiBase, locale }: Parts,
): Promise<void> {
  const registry = registryAt(apiBase, async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await session.token()}`)
    return fetch(input, { ...init, headers })
  })
  await registry.call(noteLanguage, { body: { language: locale } })
  // It never resolves once the user is gone, whose id must not stay in the browser.
  await session.token()
  localStorage.setItem(key, userId)
}
