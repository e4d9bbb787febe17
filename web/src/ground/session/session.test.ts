// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { Identity, SignedInUser } from '../identity/identity.ts'
import { createSession } from './session.ts'

let hinted: string | undefined
let loads = 0
let gone = 0
let emptied = 0
let tellHint: () => void = () => {}
let service = identityWith(null)

beforeEach(() => {
  hinted = undefined
  loads = gone = emptied = 0
  service = identityWith(null)
  sessionStorage.clear()
})

function person(uid: string): SignedInUser {
  const nothing = { email: null, displayName: null, photoURL: null, phoneNumber: null, tenantId: null }
  return { uid, ...nothing, emailVerified: false, isAnonymous: false, providerData: [], metadata: {} }
}

/** As much of an identity service as a session asks for. */
function identityWith(user: SignedInUser | null) {
  let current = user
  let tell: (user: SignedInUser | null) => void = () => {}
  const become = (next: SignedInUser | null) => {
    current = next
    tell(next)
  }
  return {
    become,
    isReachable: true,
    identity: {
      ready: async () => current,
      onChange: (listener: typeof tell) => {
        tell = listener
        return () => {}
      },
      freshToken: async () => current && `token of ${current.uid}`,
      signOut: async () => become(null),
    } as unknown as Identity,
  }
}

function openTab() {
  return createSession({
    hint: {
      get: () => hinted,
      set: (uid) => {
        hinted = uid
      },
      clear: () => {
        hinted = undefined
      },
      onSet: (listener) => {
        tellHint = listener
      },
    },
    load: async () => {
      loads += 1
      if (!service.isReachable) throw new TypeError('fetch failed')
      return service.identity
    },
    onUser: () => {},
    onUserGone: () => {
      gone += 1
    },
    forgetEverything: () => {
      emptied += 1
    },
  })
}

test('an anonymous reader is known as one at once, and nothing is loaded for them', async () => {
  const session = openTab()
  expect(session.current()).toEqual({ state: 'anonymous' })
  expect(await session.token()).toBeUndefined()
  expect(loads).toBe(0)
})

test('who was signed in last time is awaited, and then known', async () => {
  hinted = 'ada'
  service = identityWith(person('ada'))
  const session = openTab()
  expect(session.current().state).toBe('loading')
  await session.identity()
  expect(session.current()).toMatchObject({ state: 'signed-in', user: { uid: 'ada' } })
  expect(loads).toBe(1)
  expect(gone).toBe(0)
})

test('a token is kept for when the service cannot be asked', async () => {
  hinted = 'ada'
  service = identityWith(person('ada'))
  expect(await openTab().token()).toBe('token of ada')
  service.isReachable = false
  expect(await openTab().token()).toBe('token of ada')
})

test('where nobody is signed in, a stored token is used', async () => {
  sessionStorage.setItem('idToken', 'stored')
  expect(await openTab().token()).toBe('stored')
})

test('who signs in in another tab is signed in here too', async () => {
  const session = openTab()
  service.become(person('ada'))
  tellHint()
  await session.identity()
  expect(session.current().state).toBe('signed-in')
  expect(gone).toBe(0)
})

test('when the service ends a session, or another person takes it over, nothing of the last one stays', async () => {
  for (const next of [null, person('bob')]) {
    gone = 0
    hinted = 'ada'
    service = identityWith(person('ada'))
    await openTab().identity()
    service.become(next)
    expect(gone).toBe(1)
  }
})

test('a session that ended while no page was open is noticed by the next page', async () => {
  hinted = 'ada'
  const session = openTab()
  await session.identity()
  expect(session.current().state).toBe('anonymous')
  expect(gone).toBe(1)
  expect(hinted).toBeUndefined()
})

test('logging out empties what the browser keeps, once', async () => {
  hinted = 'ada'
  service = identityWith(person('ada'))
  const session = openTab()
  await session.end((identity) => identity.signOut())
  expect([emptied, gone]).toEqual([1, 0])
  expect(session.current().state).toBe('anonymous')
})

test('a log-out that fails keeps the session', async () => {
  hinted = 'ada'
  service = identityWith(person('ada'))
  const session = openTab()
  await expect(session.end(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(session.current().state).toBe('signed-in')
  expect(emptied).toBe(0)
})

test('a service that cannot be reached is asked again', async () => {
  hinted = 'ada'
  service = identityWith(person('ada'))
  service.isReachable = false
  const session = openTab()
  await expect(session.identity()).rejects.toThrow('fetch failed')
  service.isReachable = true
  await session.identity()
  expect(session.current().state).toBe('signed-in')
})
