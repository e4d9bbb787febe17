import type { Identity, SignedInUser } from '../identity/identity.ts'
import { storedToken, storeToken } from './stored-token.ts'

/**
 * Sign-in state. `loading` means that a user was signed in on the last visit and the service is being asked.
 */
export type SessionState = { state: 'anonymous' } | { state: 'loading' } | SignedIn
export interface SignedIn {
  state: 'signed-in'
  user: SignedInUser
}

/** The session of this tab. Loads the identity service and its SDK on first use. */
export interface Session {
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Loads the identity service, with or without a user. */
  identity(): Promise<Identity>
  /** Bearer token for requests; undefined for anonymous visitors, never resolved once the user is gone. */
  token(): Promise<string | undefined>
  /** Asks the identity service whether the session is still valid, and signs the user out if not. */
  check(): Promise<void>
  /**
   * Ends the session through `end` (a sign-out or an account deletion) and clears the browser's data. The
   * page must be left afterwards.
   */
  end(end: (identity: Identity) => Promise<void>): Promise<void>
}

export const anonymous: SessionState = { state: 'anonymous' }
const loading: SessionState = { state: 'loading' }

/** The server renders every page for anonymous visitors, because it caches and shares the pages. */
export const serverSession: Session = {
  current: () => anonymous,
  subscribe: () => () => {},
  identity: () => Promise.reject(new Error('There is no session on the server.')),
  token: async () => undefined,
  check: async () => {},
  end: () => Promise.reject(new Error('There is no session on the server.')),
}

/** The last signed-in user of this browser, in storage shared by all tabs. */
export interface SessionHint {
  /** The user's id. */
  get(): string | undefined
  set(uid: string): void
  clear(): void
  /** Called when another tab signs a user in. */
  onSet(listener: () => void): void
}

interface Parts {
  /** Loads the SDK and its configuration. */
  load(): Promise<Identity>
  hint: SessionHint
  /** Called when the previous user is gone; all of their data must be dropped. */
  onUserGone(): void
  /** Clears all data in the browser's storage. */
  forgetEverything(): void
  /** Called when the user or their profile changes. */
  onUser(user: SignedInUser): void
}

export function createSession(parts: Parts): Session {
  const { hint } = parts
  let state: SessionState = hint.get() ? loading : anonymous
  let identity: Promise<Identity> | undefined
  let isEnding = false
  /** Whether the user is gone. The page then stays as it is until it is left. */
  let isOver = false
  const listeners = new Set<() => void>()

  const setState = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const setUser = (user: SignedInUser | null) => {
    if (isOver) return
    const before = state.state === 'signed-in' ? state.user.uid : hint.get()
    if (user) hint.set(user.uid)
    else hint.clear()
    isOver = before !== undefined && before !== user?.uid
    if (isOver && !isEnding) parts.onUserGone()
    if (isOver) return
    if (user) parts.onUser(user)
    setState(user ? { state: 'signed-in', user } : anonymous)
  }

  const load = async (): Promise<Identity> => {
    const loaded = await parts.load()
    setUser(await loaded.ready())
    loaded.onChange(setUser)
    return loaded
  }

  const getIdentity = (): Promise<Identity> => {
    identity ??= load().catch((error: unknown) => {
      identity = undefined
      if (state === loading) setState(anonymous)
      throw error
    })
    return identity
  }

  const start = () => {
    if (state.state === 'anonymous') setState(loading)
    getIdentity().catch(() => {})
  }
  if (hint.get()) start()
  hint.onSet(start)

  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    identity: getIdentity,
    async token() {
      if (!hint.get() && !identity) return storedToken()
      // The last token may still be valid when the service is unreachable.
      const fresh = await getIdentity()
        .then((loaded) => loaded.freshToken())
        .catch(() => undefined)
      if (fresh) storeToken(fresh)
      // A request without the user would only be refused.
      return isOver && !isEnding ? new Promise(() => {}) : (fresh ?? storedToken())
    },
    async check() {
      // The result arrives through the change listener.
      await (await getIdentity()).refresh().catch(() => {})
    },
    async end(end) {
      isEnding = true
      try {
        await end(await getIdentity())
      } catch (error) {
        if (isOver) parts.onUserGone()
        throw error
      } finally {
        isEnding = false
      }
      parts.forgetEverything()
    },
  }
}
