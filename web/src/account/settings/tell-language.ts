import { registryAt } from '@nodeyard/contract/client'
import type { Locale } from '@nodeyard/contract/locales'
import { noteLanguage } from '@nodeyard/contract/notifications'
import type { Session } from '../../ground/session/session.ts'

const key = 'nodeyard-language-told'

/** Tells the registry in which language somebody reads the site, once in each browser: mail is written in it. */
export async function tellLanguage(
  session: Pick<Session, 'token'>,
  userId: string,
  { apiBase, locale }: { apiBase: string; locale: Locale },
): Promise<void> {
  if (localStorage.getItem(key) === userId) return
  const registry = registryAt(apiBase, async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await session.token()}`)
    return fetch(input, { ...init, headers })
  })
  await registry.call(noteLanguage, { body: { language: locale } })
  localStorage.setItem(key, userId)
}
