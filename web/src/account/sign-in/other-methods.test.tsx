// @vitest-environment happy-dom

import type { IdentityConfig } from '@nodeyard/contract/people'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fill, offers, press } from '../../ground/page/page.test-support.tsx'
import { english } from '../../ground/site/site.test-support.tsx'
import { fakeIdentity, openWith, refuse } from './identity.test-support.tsx'
import { Component as ResetPage } from './reset-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

const t = english('auth')

afterEach(cleanup)

function open(config: Partial<IdentityConfig> = {}, responses: Parameters<typeof fakeIdentity>[0] = {}) {
  const fake = fakeIdentity(responses)
  openWith(<SignInPage kind="login" />, { identity: fake.identity, config })
  return fake
}

describe('sign-in methods', () => {
  it('offer every enabled method', async () => {
    open()
    await screen.findByLabelText(t('password'))
    for (const name of [t('by_email_link'), t('by_phone'), t('continue_with', { name: 'GitHub' })])
      screen.getByText(name)
  })

  it('leave out the password form where it is disabled', async () => {
    open({ methods: ['github.com'] })
    await screen.findByText(t('continue_with', { name: 'GitHub' }))
    expect(screen.queryByLabelText(t('password'))).toBeNull()
  })

  it('show one form at a time and return to the first', async () => {
    open()
    await press(t('by_phone'))
    await waitFor(() => expect(screen.queryByLabelText(t('password'))).toBeNull())
    expect(offers()).not.toContain(t('by_email_link'))
    await press(t('back'))
    await screen.findByLabelText(t('password'))
  })

  it('open the popup of the chosen provider', async () => {
    const { named } = open()
    await press(t('continue_with', { name: 'Google' }))
    await waitFor(() => expect(named('signIn.popup')).toEqual([['google.com']]))
  })

  it.each(['popup-closed-by-user', 'account-exists-with-different-credential'])(
    'show the error %s in the form, without a redirect',
    async (code) => {
      open({}, { 'signIn.popup': refuse(code) })
      await press(t('continue_with', { name: 'Google' }))
      await screen.findByRole('alert')
      expect(offers()).not.toContain(t('without_window'))
    },
  )

  it('redirect to the last provider when popups are blocked', async () => {
    const { named } = open({}, { 'signIn.popup': refuse('popup-blocked') })
    await press(t('continue_with', { name: 'Google' }))
    await press(t('without_window'))
    await waitFor(() => expect(named('signIn.redirect')).toEqual([['google.com']]))
    expect(screen.queryAllByRole('alert').length).toBeLessThanOrEqual(1)
  })

  it('show the error of a redirect that returned', async () => {
    open({}, { 'signIn.redirectResult': refuse('user-disabled') })
    await screen.findByText(t('problem_disabled'))
  })

  it('mark simulated providers in development only', async () => {
    open({ standInProviders: ['github.com'] })
    await screen.findByText(t('stand_in'))
    open({ standInProviders: [] })
    await screen.findByLabelText(t('password'))
    expect(screen.queryByText(t('stand_in'))).toBeNull()
  })
})

describe('password reset page', () => {
  it('shows errors that reveal nothing about accounts', async () => {
    const { identity } = fakeIdentity({ 'mail.sendReset': refuse('too-many-requests') })
    openWith(<ResetPage />, { identity })
    const field = await screen.findByLabelText<HTMLInputElement>(t('email'))
    expect(field.getAttribute('autocomplete')).toBe('username')
    await fill(t('email'), 'ada@example.test')
    await press(t('send_link'))
    await screen.findByText(t('problem_too_many'))
    expect(screen.queryByText(t('check_mail'))).toBeNull()
  })
})
