import { registryAt } from '@nodeyard/contract/client'
import type { Locale } from '@nodeyard/contract/locales'
import { noteLanguage } from '@nodeyard/contract/notifications'
import type { Session } from '../../ground/session/session.ts'

const key = 'nodeyard-language-reported'

/** Reports the language of the site to the registry, once per browser and user, for emails that it sends. */
export async function reportLanguage(
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
