// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftName, writeDraft } from '../../ground/forms/draft-store.ts'
import { fill, press } from '../../ground/page/page.test-support.tsx'
import { ada } from '../../ground/site/registry.test-support.ts'
import { english } from '../../ground/site/site.test-support.tsx'
import { fakeIdentity, openWith, refuse } from './identity.test-support.tsx'
import { Component as LogoutPage } from './logout-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

const t = english('auth')
const common = english('common')
let left: string[] = []

beforeEach(() => {
  left = []
  localStorage.clear()
  vi.spyOn(location, 'replace').mockImplementation((url) => void left.push(String(url)))
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('leaving the sign-in pages', () => {
  it('returns a signed-in user to the previous page', async () => {
    const at = '/auth/login?fromUrl=%2Fnodes%2Fblur'
    openWith(<SignInPage kind="login" />, { identity: fakeIdentity().identity, user: {}, at })
    await waitFor(() => expect(left).toEqual([`${location.origin}/nodes/blur`]))
    expect(screen.queryByLabelText(t('password'))).toBeNull()
  })

  it('never leaves for another site', async () => {
    const at = '/auth/login?fromUrl=https%3A%2F%2Fevil.test%2F'
    openWith(<SignInPage kind="login" />, { identity: fakeIdentity().identity, user: {}, at })
    await waitFor(() => expect(left).toEqual([`${location.origin}/nodes`]))
  })

  it('keeps the return address between log-in and sign-up', async () => {
    const at = '/auth/login?fromUrl=%2Fnodes%2Fblur'
    openWith(<SignInPage kind="login" />, { identity: fakeIdentity().identity, at })
    const link = await screen.findByText(t('sign_up'))
    expect(link.getAttribute('href')).toBe('/auth/signup?fromUrl=%2Fnodes%2Fblur')
  })

  it('stays for anonymous visitors', async () => {
    openWith(<SignInPage kind="login" />, { identity: fakeIdentity().identity })
    await screen.findByLabelText(t('password'))
    expect(left).toEqual([])
  })
})

describe('sign-up', () => {
  const signUp = async (responses: Parameters<typeof fakeIdentity>[0] = {}, sendsMail = true) => {
    const fake = fakeIdentity(responses)
    openWith(<SignInPage kind="signup" />, { identity: fake.identity, config: { sendsMail } })
    await fill(t('name'), ' Ada ')
    await fill(t('email'), ' ada@example.test ')
    await fill(t('password'), 'right horse')
    await press(t('sign_up'))
    return fake
  }

  it('trims name and address but not the password', async () => {
    const { named } = await signUp()
    await waitFor(() =>
      expect(named('signUp')).toEqual([
        [{ name: 'Ada', email: 'ada@example.test', password: 'right horse' }],
      ]),
    )
  })

  it('returns to the form when the address is taken, and sends no mail', async () => {
    const { named } = await signUp({ signUp: refuse('email-already-in-use') })
    await screen.findByText(t('problem_email_taken'))
    expect(screen.getByLabelText<HTMLInputElement>(t('email')).value).toBe('ada@example.test')
    expect(named('mail.sendVerification')).toEqual([])
  })

  it('does not claim that a mail was sent when sending failed', async () => {
    const { named } = await signUp({ 'mail.sendVerification': refuse('too-many-requests') })
    await waitFor(() => expect(named('mail.sendVerification')).toHaveLength(1))
    expect(screen.queryByText(t('check_mail'))).toBeNull()
  })

  it('sends no mail where the service cannot', async () => {
    const { named } = await signUp({}, false)
    await waitFor(() => expect(named('signUp')).toHaveLength(1))
    expect(named('mail.sendVerification')).toEqual([])
  })

  it('continues to the previous page after the mail', async () => {
    await signUp()
    await screen.findByText(t('check_mail'))
    await press(t('continue'))
    expect(left).toEqual([`${location.origin}/nodes`])
  })
})

describe('logging out', () => {
  const logOut = async (responses: Parameters<typeof fakeIdentity>[0] = {}) => {
    const fake = fakeIdentity(responses)
    openWith(<LogoutPage />, { identity: fake.identity, user: {}, at: '/auth/logout' })
    await press(common('log_out'))
    return fake
  }

  it('ends the session and opens the home page', async () => {
    const { named } = await logOut()
    await waitFor(() => expect(left).toEqual(['/']))
    expect(named('signOut')).toHaveLength(1)
  })

  it('warns about unsaved drafts', async () => {
    writeDraft(draftName(ada.id, 'publisher:acme'), 'Blurs.')
    openWith(<LogoutPage />, { identity: fakeIdentity().identity, user: {} })
    await screen.findByText(english('forms')('draft_at_log_out'))
  })

  it('warns about nothing without drafts', async () => {
    openWith(<LogoutPage />, { identity: fakeIdentity().identity, user: {} })
    await screen.findByRole('button', { name: common('log_out') })
    expect(screen.queryByText(english('forms')('draft_at_log_out'))).toBeNull()
  })

  it('offers nothing else', async () => {
    openWith(<LogoutPage />, { identity: fakeIdentity().identity, user: {} })
    await screen.findByRole('button', { name: common('log_out') })
    expect(screen.getByRole('main').querySelectorAll('button, summary, input')).toHaveLength(1)
  })

  it('gives no reason that speaks of logging in when the cause is unknown', async () => {
    await logOut({ signOut: refuse('internal-error') })
    const toast = await screen.findByText(common('logout_error', { error: t('problem_internal') }))
    expect(toast.textContent).not.toMatch(/log(ging)? in/)
  })

  it('stays and explains why it failed', async () => {
    await logOut({ signOut: refuse('network-request-failed') })
    await screen.findByText(common('logout_error', { error: t('problem_network') }))
    expect(left).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: common('log_out') }).disabled).toBe(false)
  })
})
