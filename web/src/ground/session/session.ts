import type { Identity, SignedInUser } from '../identity/identity.ts'
import { storedToken, storeToken } from './stored-token.ts'

/** Who looks at the page. `loading`: somebody was signed in here last time, and the service is being asked. */
export type SessionState = { state: 'anonymous' } | { state: 'loading' } | SignedIn
export interface SignedIn {
  state: 'signed-in'
  user: SignedInUser
}

/** The session of this tab. The identity service and its SDK are loaded when they are first needed. */
export interface Session {
  current(): SessionState
  subscribe(listener: () => void): () => void
  /** Loads the identity service, whether or not anybody is signed in. */
  identity(): Promise<Identity>
  /** The bearer token of a request; undefined for an anonymous reader. */
  token(): Promise<string | undefined>
  /** Asks the identity service whether the session still holds; when it does not, nobody is signed in any more. */
  check(): Promise<void>
  /**
   * Ends the session by what `end` does (signs out, deletes the account), and forgets in this browser whatever
   * belonged to it. The page has to be left afterwards.
   */
  end(end: (identity: Identity) => Promise<void>): Promise<void>
}

export const anonymous: SessionState = { state: 'anonymous' }
const loading: SessionState = { state: 'loading' }

/** On the server every page is made for an anonymous reader: it is kept and shown to many. */
export const serverSession: Session = {
  current: () => anonymous,
  subscribe: () => () => {},
  identity: () => Promise.reject(new Error('There is no session on the server.')),
  token: async () => undefined,
  check: async () => {},
  end: () => Promise.reject(new Error('There is no session on the server.')),
}

/** Who was signed in in this browser last, kept where all tabs see it. */
export interface SessionHint {
  /** The user's id. */
  get(): string | undefined
  set(uid: string): void
  clear(): void
  /** Called when another tab signs somebody in. */
  onSet(listener: () => void): void
}

interface Parts {
  /** Loads the SDK and asks the server how it is to be used. */
  load(): Promise<Identity>
  hint: SessionHint
  /** A different person, or nobody, is at this browser now: nothing of the last one may stay. */
  onUserGone(): void
  /** Empties what this browser keeps. */
  forgetEverything(): void
  /** Called with the user, and with every change of what is known of them. */
  onUser(user: SignedInUser): void
}

export function createSession(parts: Parts): Session {
  const { hint } = parts
  let state: SessionState = hint.get() ? loading : anonymous
  let identity: Promise<Identity> | undefined
  let isEnding = false
  const listeners = new Set<() => void>()

  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const take = (user: SignedInUser | null) => {
    const before = state.state === 'signed-in' ? state.user.uid : hint.get()
    if (user) hint.set(user.uid)
    else hint.clear()
    if (before !== undefined && before !== user?.uid && !isEnding) parts.onUserGone()
    if (user) parts.onUser(user)
    become(user ? { state: 'signed-in', user } : anonymous)
  }

  const load = async (): Promise<Identity> => {
    const loaded = await parts.load()
    take(await loaded.ready())
    loaded.onChange(take)
    return loaded
  }

  const getIdentity = (): Promise<Identity> => {
    identity ??= load().catch((error: unknown) => {
      identity = undefined
      if (state === loading) become(anonymous)
      throw error
    })
    return identity
  }

  const start = () => {
    if (state.state === 'anonymous') become(loading)
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
      try {
        const fresh = await (await getIdentity()).freshToken()
        if (fresh) storeToken(fresh)
        return fresh ?? storedToken()
      } catch {
        // The service cannot be reached; the last token may still be good.
        return storedToken()
      }
    },
    async check() {
      // What came of it is heard like every other change.
      await (await getIdentity()).refresh().catch(() => {})
    },
    async end(end) {
      isEnding = true
      try {
        await end(await getIdentity())
      } catch (error) {
        isEnding = false
        throw error
      }
      parts.forgetEverything()
    },
  }
}
