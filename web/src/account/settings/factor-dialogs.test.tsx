// @vitest-environment happy-dom
import { getIdentityConfig } from '@nodeyard/contract/people'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Factor, SignedInUser } from '../../ground/identity/identity.ts'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { confirm, fill, offers, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf } from '../../ground/site/registry.test-support.ts'
import { english } from '../../ground/site/site.test-support.tsx'
import { fakeIdentity, openWith, refuse } from '../sign-in/identity.test-support.tsx'
import { AppDialog } from './app-dialog.tsx'
import { LinkedSignIns } from './linked-sign-ins.tsx'
import { ProofProvider } from './proof.tsx'
import { SecondFactors } from './second-factors.tsx'

const t = english('account')
const auth = english('auth')
const config = exampleOf(getIdentityConfig)
const user = {
  ...{ uid: 'user-ada', email: 'ada@example.test', emailVerified: true, phoneNumber: null },
  providerData: [{ providerId: 'password' }],
} as unknown as SignedInUser

afterEach(cleanup)

function open(element: ReactElement, responses: Parameters<typeof fakeIdentity>[0] = {}) {
  const fake = fakeIdentity(responses)
  const page = (
    <ProofProvider user={user} config={config}>
      <main>{element}</main>
    </ProofProvider>
  )
  openWith(page, { identity: fake.identity, user })
  return fake
}

const secret = 'ABCDEFGHIJ'
const newApp = (finish = async (_code: string, _name: string) => {}) => ({
  'account.addApp': () => ({ secret, address: `otpauth://totp/Nodeyard?secret=${secret}`, finish }),
})

describe('AppDialog', () => {
  it('shows the key as a picture and in groups of four', async () => {
    const { named } = open(<AppDialog onClose={() => {}} />, newApp())
    await screen.findByText('ABCD EFGH IJ')
    expect(screen.getByRole('img', { name: t('app_picture') }).querySelector('svg')).not.toBeNull()
    expect(named('account.addApp')).toEqual([['Nodeyard']])
  })

  it('closes after the right code', async () => {
    const codes: string[] = []
    const onClose = vi.fn()
    open(
      <AppDialog onClose={onClose} />,
      newApp(async (code) => void codes.push(code)),
    )
    await fill(auth('code'), '123 456')
    await press(t('confirm'))
    await screen.findByText(t('factor_added'))
    expect(codes).toEqual(['123456'])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open after a wrong code, with the same key', async () => {
    const onClose = vi.fn()
    const wrong = () => Promise.reject(new IdentityProblem('invalid-verification-code', 'no'))
    const { named } = open(<AppDialog onClose={onClose} />, newApp(wrong))
    await fill(auth('code'), '123456')
    await press(t('confirm'))
    await screen.findByText(auth('problem_code'))
    screen.getByText('ABCD EFGH IJ')
    expect(onClose).not.toHaveBeenCalled()
    expect(named('account.addApp')).toHaveLength(1)
  })

  it('explains why no app can be added', async () => {
    open(<AppDialog onClose={() => {}} />, {
      'account.addApp': refuse('maximum-second-factor-count-exceeded'),
    })
    await screen.findByText(auth('problem_factors_full'))
    expect(screen.queryByLabelText(auth('code'))).toBeNull()
  })
})

describe('SecondFactors', () => {
  const app: Factor = { id: 'one', kind: 'totp', name: 'Work phone', addedAt: '2026-05-01T00:00:00Z' }
  const openFactors = (
    responses: Parameters<typeof fakeIdentity>[0] = {},
    overrides: Partial<SignedInUser> = {},
  ) => open(<SecondFactors user={{ ...user, ...overrides }} config={config} />, responses)

  it('adds a phone with a code, and lists it afterwards', async () => {
    let factors: Factor[] = []
    const { named } = openFactors({
      'account.factors': () => factors,
      'account.addPhone': () => ({
        finish: async () => {
          factors = [{ id: 'two', kind: 'phone', name: '+442079460123' }]
        },
      }),
    })
    await press(t('add_phone'))
    await fill(auth('phone_number'), '+44 20 7946 0123')
    await press(t('send_code'))
    await fill(auth('code'), '123456')
    await press(t('confirm'))
    await screen.findByText('+442079460123')
    expect(named('account.addPhone')).toEqual([['+442079460123', '']])
  })

  it('keeps a factor whose removal fails', async () => {
    openFactors({ 'account.factors': () => [app], 'account.removeFactor': refuse('network-request-failed') })
    await screen.findByText('Work phone')
    await press(t('remove_name', { name: 'Work phone' }))
    await screen.findByText(auth('problem_network'))
    screen.getByText('Work phone')
  })

  it('lists the factors again after a removal', async () => {
    let factors = [app]
    openFactors({
      'account.factors': () => factors,
      'account.removeFactor': () => {
        factors = []
      },
    })
    await screen.findByText('Work phone')
    await press(t('remove_name', { name: 'Work phone' }))
    await waitFor(() => expect(screen.queryByText('Work phone')).toBeNull())
    screen.getByText(t('factor_removed'))
  })

  it('offers only the kinds that are enabled', async () => {
    open(<SecondFactors user={user} config={{ ...config, secondFactors: ['phone'] }} />)
    await screen.findByText(t('add_phone'))
    expect(offers()).not.toContain(t('add_app'))
  })

  it('asks for a verified address first', async () => {
    openFactors({}, { emailVerified: false })
    await screen.findByText(t('verify_first'))
    expect(offers()).toEqual([])
  })
})

describe('LinkedSignIns', () => {
  const openSignIns = (
    overrides: Partial<SignedInUser>,
    responses: Parameters<typeof fakeIdentity>[0] = {},
  ) => open(<LinkedSignIns user={{ ...user, ...overrides }} config={config} />, responses)
  const both = [{ providerId: 'password' }, { providerId: 'github.com', email: 'ada@hub.test' }]
  const withGitHub = { providerData: both as SignedInUser['providerData'] }

  it('unlinks a provider', async () => {
    const { named } = openSignIns(withGitHub)
    screen.getByText('ada@hub.test')
    await press(t('unlink_name', { name: 'GitHub' }))
    await screen.findByText(t('unlinked', { name: 'GitHub' }))
    expect(named('account.unlink')).toEqual([['github.com']])
  })

  it('links a phone with a code', async () => {
    const finish = vi.fn(async (_code: string) => {})
    const { named } = openSignIns(withGitHub, { 'account.linkPhone': () => ({ finish }) })
    await press(t('link_name', { name: t('phone') }))
    await fill(auth('phone_number'), '0044 20 7946 0123')
    await press(t('send_code'))
    await fill(auth('code'), '654321')
    await press(t('confirm'))
    await screen.findByText(t('linked', { name: t('phone') }))
    expect(named('account.linkPhone')).toEqual([['+442079460123']])
    expect(finish).toHaveBeenCalledWith('654321')
  })

  it('links nothing when the phone dialog is cancelled', async () => {
    const { named } = openSignIns(withGitHub)
    await press(t('link_name', { name: t('phone') }))
    await screen.findByText(t('link_phone_title'))
    confirm(t('cancel'))
    await waitFor(() => expect(screen.queryByText(t('link_phone_title'))).toBeNull())
    expect(named('account.linkPhone')).toEqual([])
  })

  it('is absent where only passwords are enabled', () => {
    open(<LinkedSignIns user={user} config={{ ...config, methods: ['password'] }} />)
    expect(screen.queryByText(t('sign_ins'))).toBeNull()
  })
})
