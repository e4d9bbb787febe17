import { registryAt } from '@nodeyard/contract/ground'
import type { QueryClient } from '@tanstack/react-query'
import type { Identity } from './ground/identity/identity.ts'
import { sessionHint } from './ground/session/hint.ts'
import { createSession, type Session } from './ground/session/session.ts'
import { identityConfigQuery } from './ground/site/identity-config.ts'
import type { Settings } from './ground/site/settings.ts'

interface Parts {
  settings: Settings
  queries: QueryClient
  /** Where the site proxies the API. */
  apiBase: string
  build: string
}

/**
 * Creates the session of this tab and keeps the query cache and analytics in step with the signed-in user.
 */
export function createBrowserSession({ settings, queries, apiBase, build }: Parts): Session {
  const results = persistedQueries(queries, build)
  results.keepFor(sessionHint.get() ?? 'anonymous')
  /** The signed-in user; work begun for another user stops when this changes. */
  let currentUser: string | undefined
  const forget = () => {
    currentUser = undefined
    results.forget()
    sessionStorage.clear()
    // The browser's back button must not restore the page from memory with the user's data.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload()
    })
  }
  const session = createSession({
    hint: sessionHint,
    load: () => loadIdentity(queries, apiBase, settings.locale),
    onUser(user) {
      currentUser = user.uid
      results.keepFor(user.uid)
      void import('./ground/forms/draft-store.ts')
        .then((drafts) => drafts.removeDraftsOfOthers(user.uid))
        .catch(() => {})
      void import('./ground/analytics/introduce.ts')
        .then(({ introduce }) => introduce(user, settings, () => currentUser === user.uid))
        .catch(() => {})
      void import('./account/settings/report-language.ts')
        .then(({ reportLanguage }) => reportLanguage(session, user.uid, { apiBase, locale: settings.locale }))
        .catch(() => {})
    },
    onUserGone() {
      forget()
      location.reload()
    },
    forgetEverything() {
      forget()
      localStorage.clear()
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

/** Persists the query cache for the user's next page load. */
function persistedQueries(queries: QueryClient, build: string) {
  let owner: string | undefined
  let stop: (() => void) | undefined
  const module = afterFirstPaint().then(() => import('./persistence.ts'))
  /** Browsers that refuse storage work without the persisted cache. */
  const use = (action: (persistence: Awaited<typeof module>) => void) =>
    void module.then(action).catch(() => {})

  return {
    keepFor(next: string) {
      if (next === owner) return
      owner = next
      stop?.()
      stop = undefined
      use(({ persistQueries }) => {
        if (next === owner) stop = persistQueries(queries, { build, owner })
      })
    },
    /** Drops all responses from memory and storage. */
    forget() {
      owner = undefined
      stop?.()
      queries.clear()
      use(({ removePersistedQueries }) => removePersistedQueries())
    },
  }
}

/** Restoring the cache must not delay hydration. */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
}
