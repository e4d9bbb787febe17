// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { introduce } from './introduce.ts'

const nothing = { photoURL: null, phoneNumber: null, tenantId: null, isAnonymous: false, emailVerified: true }
const ada = {
  ...nothing,
  ...{ uid: 'ada', email: 'ada@example.test', displayName: 'Ada', providerData: [], metadata: {} },
}
const settings = {
  ...{
    productName: 'Nodeyard',
    siteUrl: '',
    apiUrl: '',
    publicEnv: 'test',
    securityContact: '',
    codeHost: '',
    servesExistingClients: false,
    isFilling: false,
  },
  locale: 'en' as const,
}

describe('introduce', () => {
  it('reports a log-in once and nothing after the user has logged out', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
    let isHere = true
    const pending = introduce(ada, settings, () => isHere)
    isHere = false
    await pending
    expect(logged).not.toHaveBeenCalled()
    expect(sessionStorage.length).toBe(0)

    const introduceAda = () => introduce(ada, settings, () => true)
    await Promise.all([introduceAda(), introduceAda()])
    await introduceAda()
    expect(logged.mock.calls).toEqual([
      ['analytics: identify', 'ada'],
      ['analytics: profile', { $email: 'ada@example.test', $name: 'Ada' }],
    ])
  })
})
