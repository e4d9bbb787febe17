// @vitest-environment happy-dom
import {
  getIdentityConfig,
  getPublisher,
  type IdentityConfig,
  listOwnPublishers,
} from '@nodeyard/contract/people'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { confirm, fill, offers, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule } from '../../ground/site/registry.test-support.ts'
import { english } from '../../ground/site/site.test-support.tsx'
import { fakeIdentity, openWith, refuse } from '../sign-in/identity.test-support.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailAddress } from './email-address.tsx'
import { ProofProvider } from './proof.tsx'

const t = english('account')
const auth = english('auth')
const config = exampleOf(getIdentityConfig)
const email = 'ada@example.test'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(
  overrides: { user?: Partial<SignedInUser>; config?: Partial<IdentityConfig> } = {},
  responses: Parameters<typeof fakeIdentity>[0] = {},
  rules: Rule[] = [],
) {
  const fake = fakeIdentity(responses)
  const known = { uid: 'user-ada', email, emailVerified: true, providerData: [] }
  const user = { ...known, ...overrides.user } as unknown as SignedInUser
  const settings = { ...config, ...overrides.config }
  openWith(
    <ProofProvider user={user} config={settings}>
      <main>
        <EmailAddress user={user} config={settings} />
        <DeleteAccount user={user} />
      </main>
    </ProofProvider>,
    { identity: fake.identity, user, rules },
  )
  return fake
}

describe('email address of an account', () => {
  it('shows whether it is verified', () => {
    open()
    screen.getByText(t('verified'))
    expect(offers()).not.toContain(t('send_verification'))
    open({ user: { emailVerified: false } })
    screen.getByText(t('not_verified'))
    expect(offers()).toContain(t('send_verification'))
  })

  it('sends the verification again', async () => {
    const { named } = open({ user: { emailVerified: false } })
    await press(t('send_verification'))
    await screen.findByText(t('verification_sent'))
    expect(named('mail.sendVerification')).toHaveLength(1)
  })

  it('changes only after a confirmation by email', async () => {
    const { named } = open()
    await fill(t('new_email'), ' lovelace@example.test ')
    await press(t('change_email'))
    await screen.findByText(t('change_sent', { email: 'lovelace@example.test' }))
    expect(named('account.changeEmail')).toEqual([['lovelace@example.test']])
    screen.getByText(email)
    expect(screen.getByLabelText<HTMLInputElement>(t('new_email')).value).toBe('')
  })

  it('keeps the new address after a refusal', async () => {
    open({}, { 'account.changeEmail': refuse('email-already-in-use') })
    await fill(t('new_email'), 'bob@example.test')
    await press(t('change_email'))
    await screen.findByText(auth('problem_email_taken'))
    expect(screen.getByLabelText<HTMLInputElement>(t('new_email')).value).toBe('bob@example.test')
  })

  it('cannot change where the service sends no mail', () => {
    open({ config: { sendsMail: false }, user: { emailVerified: false } })
    expect(screen.queryByLabelText(t('new_email'))).toBeNull()
    expect(offers()).not.toContain(t('send_verification'))
  })

  it('can be added to an account without one', async () => {
    const { named } = open({ user: { email: null, emailVerified: false } })
    expect(screen.queryByText(t('not_verified'))).toBeNull()
    await fill(t('new_email'), email)
    await press(t('change_email'))
    await waitFor(() => expect(named('account.changeEmail')).toEqual([[email]]))
  })
})

describe('deletion of an account', () => {
  it('deletes the account and leaves for the home page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const { named } = open()
    await press(t('delete_action'))
    await fill(t('delete_confirm', { name: email }), ` ${email} `)
    confirm(t('delete_action'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(named('account.delete')).toHaveLength(1)
  })

  it('asks the last owner of packs first, with the way to hand them over', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => {})
    const acme = exampleOf(getPublisher)
    const own = [
      { ...acme, id: 'acme', name: 'Acme', sole_owner_of: 3 },
      { ...acme, id: 'shared', name: 'Shared' },
    ]
    const { named } = open({}, {}, [on(listOwnPublishers, own)])
    await press(t('delete_action'))
    const link = await screen.findByRole('link', { name: 'Acme' })
    expect(link.getAttribute('href')).toBe('/publishers/acme/manage/members')
    expect(link.closest('li')?.textContent).toBe('Acme (3 packs)')
    expect(screen.queryByText('Shared')).toBeNull()
    await fill(t('delete_confirm', { name: email }), email)
    confirm(t('delete_action'))
    expect(named('account.delete')).toEqual([])
    fireEvent.click(screen.getByLabelText(t('delete_ownerless')))
    confirm(t('delete_action'))
    await waitFor(() => expect(named('account.delete')).toEqual([[true]]))
  })

  it('stays when the last admin is refused', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    open({}, { 'account.delete': refuse('last-admin') })
    await press(t('delete_action'))
    await fill(t('delete_confirm', { name: email }), email)
    confirm(t('delete_action'))
    await screen.findByText(auth('problem_last_admin'))
    expect(assign).not.toHaveBeenCalled()
  })

  it('asks for the phone number or the id without an address', async () => {
    open({ user: { email: null, phoneNumber: '+442079460123' } })
    await press(t('delete_action'))
    await screen.findByLabelText(t('delete_confirm', { name: '+442079460123' }))
    open({ user: { email: null, phoneNumber: null } })
    await press(t('delete_action'))
    await screen.findByLabelText(t('delete_confirm', { name: 'user-ada' }))
  })
})
