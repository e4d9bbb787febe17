import { registryAt } from '@nodeyard/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import type { Identity } from './ground/identity/identity.ts'
import { sessionHint } from './ground/session/hint.ts'
import { createSession, type Session } from './ground/session/session.ts'
import { identityConfigQuery } from './ground/site/identity-config.ts'
import type { Settings } from './ground/site/settings.ts'

interface Parts {
  settings: Settings
  queries: QueryClient
  /** Where the site passes calls on to the API. */
  apiBase: string
  build: string
}

/** The session of this tab, the answers kept for whoever it belongs to, and what analytics are told of it. */
export function createBrowserSession({ settings, queries, apiBase, build }: Parts): Session {
  const answers = keptAnswers(queries, build)
  answers.keepFor(sessionHint.get() ?? 'anonymous')
  /** Who is signed in; what was begun for somebody else is not finished. */
  let present: string | undefined
  const session = createSession({
    hint: sessionHint,
    load: () => loadIdentity(queries, apiBase, settings.locale),
    onUser(user) {
      present = user.uid
      answers.keepFor(user.uid)
      void import('./ground/forms/draft-store.ts')
        .then((drafts) => drafts.removeDraftsOfOthers(user.uid))
        .catch(() => {})
      void import('./ground/analytics/introduce.ts')
        .then(({ introduce }) => introduce(user, settings, () => present === user.uid))
        .catch(() => {})
      void import('./account/settings/tell-language.ts')
        .then(({ tellLanguage }) => tellLanguage(session, user.uid, { apiBase, locale: settings.locale }))
        .catch(() => {})
    },
    onUserGone() {
      present = undefined
      answers.forget()
      sessionStorage.clear()
      location.reload()
    },
    forgetEverything() {
      present = undefined
      answers.forget()
      localStorage.clear()
      sessionStorage.clear()
    },
  })
  return session
}

async function loadIdentity(queries: QueryClient, apiBase: string, locale: string): Promise<Identity> {
  const registry = registryAt(apiBase, (input, init) => fetch(input, init))
  const [{ firebaseIdentity }, config] = await Promise.all([
    import('./ground/identity/firebase.ts'),
    queries.fetchQuery(identityConfigQuery({ registry })),
  ])
  return firebaseIdentity(config, locale)
}

/** The query cache, put by for the next page of the same person. */
function keptAnswers(queries: QueryClient, build: string) {
  let owner: string | undefined
  let stop: (() => void) | undefined
  const module = afterFirstPaint().then(() => import('./persistence.ts'))
  /** A browser that lets nothing be stored works without. */
  const use = (action: (persistence: Awaited<typeof module>) => void) =>
    void module.then(action).catch(() => {})

  return {
    keepFor(next: string) {
      if (next === owner) return
      owner = next
      stop?.()
      stop = undefined
      use(({ persistAnswers }) => {
        if (next === owner) stop = persistAnswers(queries, { build, owner })
      })
    },
    /** Nothing of what was read stays, in memory or in storage. */
    forget() {
      owner = undefined
      stop?.()
      queries.clear()
      use(({ removeAnswers }) => removeAnswers())
    },
  }
}

/** What is put back must not come between the server's page and the browser that takes it over. */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
}
