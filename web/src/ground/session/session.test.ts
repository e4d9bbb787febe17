// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Identity, SignedInUser } from '../identity/identity.ts'
import { createSession, type Session } from './session.ts'

let hintedUid: string | undefined
let loads = 0
let userGoneCalls = 0
let clearCalls = 0
let signInElsewhere: () => void = () => {}
let service = identityWith(null)

beforeEach(() => {
  hintedUid = undefined
  loads = userGoneCalls = clearCalls = 0
  service = identityWith(null)
  sessionStorage.clear()
})

function userNamed(uid: string): SignedInUser {
  const empty = { email: null, displayName: null, photoURL: null, phoneNumber: null, tenantId: null }
  return { uid, ...empty, emailVerified: false, isAnonymous: false, providerData: [], metadata: {} }
}

/** An identity service with the methods that a session calls. */
function identityWith(user: SignedInUser | null) {
  let current = user
  let notify: (user: SignedInUser | null) => void = () => {}
  const setUser = (next: SignedInUser | null) => {
    current = next
    notify(next)
  }
  return {
    setUser,
    isReachable: true,
    identity: {
      ready: async () => current,
      onChange: (listener: typeof notify) => {
        notify = listener
        return () => {}
      },
      freshToken: async () => current && `token of ${current.uid}`,
      signOut: async () => setUser(null),
    } as unknown as Identity,
  }
}

function openTab() {
  return createSession({
    hint: {
      get: () => hintedUid,
      set: (uid) => {
        hintedUid = uid
      },
      clear: () => {
        hintedUid = undefined
      },
      onSet: (listener) => {
        signInElsewhere = listener
      },
    },
    load: async () => {
      loads += 1
      if (!service.isReachable) throw new TypeError('fetch failed')
      return service.identity
    },
    onUser: () => {},
    onUserGone: () => {
      userGoneCalls += 1
    },
    forgetEverything: () => {
      clearCalls += 1
    },
  })
}

/** A page that is being left must neither render for anonymous visitors nor send requests without a token. */
async function expectStill(session: Session, state = 'signed-in'): Promise<void> {
  expect(session.current().state).toBe(state)
  let answers = 0
  void session.token().then(() => answers++)
  // Every resolved promise is handled before the next turn.
  await new Promise(setImmediate)
  expect(answers).toBe(0)
}

describe('session', () => {
  it('recognizes anonymous visitors at once, without loading the SDK', async () => {
    const session = openTab()
    expect(session.current()).toEqual({ state: 'anonymous' })
    expect(await session.token()).toBeUndefined()
    expect(loads).toBe(0)
  })

  it('waits for the user of the last visit', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    const session = openTab()
    expect(session.current().state).toBe('loading')
    await session.identity()
    expect(session.current()).toMatchObject({ state: 'signed-in', user: { uid: 'ada' } })
    expect(loads).toBe(1)
    expect(userGoneCalls).toBe(0)
  })

  it('falls back to the stored token when the service is unreachable', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    expect(await openTab().token()).toBe('token of ada')
    service.isReachable = false
    expect(await openTab().token()).toBe('token of ada')
  })

  it('uses a stored token without a user', async () => {
    sessionStorage.setItem('idToken', 'stored')
    expect(await openTab().token()).toBe('stored')
  })

  it('follows a sign-in in another tab', async () => {
    const session = openTab()
    service.setUser(userNamed('ada'))
    signInElsewhere()
    await session.identity()
    expect(session.current().state).toBe('signed-in')
    expect(userGoneCalls).toBe(0)
  })

  it('drops all data when the session ends or another user signs in', async () => {
    for (const next of [null, userNamed('bob')]) {
      userGoneCalls = 0
      hintedUid = 'ada'
      service = identityWith(userNamed('ada'))
      const session = openTab()
      await session.identity()
      service.setUser(next)
      expect(userGoneCalls).toBe(1)
      await expectStill(session)
    }
  })

  it('notices a session that ended while no page was open', async () => {
    hintedUid = 'ada'
    const session = openTab()
    await session.identity()
    expect(userGoneCalls).toBe(1)
    expect(hintedUid).toBeUndefined()
    await expectStill(session, 'loading')
  })

  it('clears the browser once after a log-out', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    const session = openTab()
    await session.end((identity) => identity.signOut())
    expect([clearCalls, userGoneCalls]).toEqual([1, 0])
    await expectStill(session)
  })

  it('survives a failed log-out', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    const session = openTab()
    await expect(session.end(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(session.current().state).toBe('signed-in')
    expect(clearCalls).toBe(0)
  })

  it('drops all data when a failed log-out signed the user out', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    const session = openTab()
    const signOutAndFail = async (identity: Identity) => {
      await identity.signOut()
      throw new Error('no')
    }
    await expect(session.end(signOutAndFail)).rejects.toThrow('no')
    expect([clearCalls, userGoneCalls]).toEqual([0, 1])
  })

  it('retries an unreachable service', async () => {
    hintedUid = 'ada'
    service = identityWith(userNamed('ada'))
    service.isReachable = false
    const session = openTab()
    await expect(session.identity()).rejects.toThrow('fetch failed')
    service.isReachable = true
    await session.identity()
    expect(session.current().state).toBe('signed-in')
  })
})
