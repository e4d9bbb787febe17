// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fill, press } from '../../ground/page/page.test-support.tsx'
import { english } from '../../ground/site/site.test-support.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { forgetEmail, rememberEmail, rememberedEmail } from './email-of-link.ts'
import { fakeIdentity, openWith, refuse } from './identity.test-support.tsx'
import { PhoneSignIn } from './phone-sign-in.tsx'

const t = english('auth')

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('sign-in by email link', () => {
  it('asks for a link that returns to the previous page', async () => {
    const { identity, named } = fakeIdentity()
    openWith(<EmailLinkForm onBack={() => {}} />, { identity, at: '/auth/login?fromUrl=%2Fnodes%2Fblur' })
    await fill(t('email'), ' ada@example.test ')
    await press(t('send_link'))
    await screen.findByText(t('check_mail'))
    const [[address, target] = []] = named('mail.sendSignInLink')
    expect(address).toBe('ada@example.test')
    const url = new URL(String(target))
    expect([url.origin, url.pathname]).toEqual([location.origin, '/auth/action'])
    expect(url.searchParams.get('fromUrl')).toBe('/nodes/blur')
  })

  it('remembers the address for the link', async () => {
    const { identity } = fakeIdentity()
    openWith(<EmailLinkForm onBack={() => {}} />, { identity })
    await fill(t('email'), 'ada@example.test')
    await press(t('send_link'))
    await waitFor(() => expect(rememberedEmail()).toBe('ada@example.test'))
  })

  it('keeps the form and remembers nothing when no link was sent', async () => {
    const { identity } = fakeIdentity({ 'mail.sendSignInLink': refuse('invalid-email') })
    openWith(<EmailLinkForm onBack={() => {}} />, { identity })
    await fill(t('email'), 'ada@nowhere.test')
    await press(t('send_link'))
    await screen.findByText(t('problem_email_invalid'))
    expect(screen.getByLabelText<HTMLInputElement>(t('email')).value).toBe('ada@nowhere.test')
    expect(rememberedEmail()).toBe('')
  })

  it('goes back before and after sending', async () => {
    const onBack = vi.fn()
    openWith(<EmailLinkForm onBack={onBack} />, { identity: fakeIdentity().identity })
    await press(t('back'))
    await fill(t('email'), 'ada@example.test')
    await press(t('send_link'))
    await screen.findByText(t('check_mail'))
    await press(t('back'))
    expect(onBack).toHaveBeenCalledTimes(2)
  })
})

describe('remembered email address', () => {
  it('lasts until it is removed', () => {
    rememberEmail('ada@example.test')
    expect(rememberedEmail()).toBe('ada@example.test')
    forgetEmail()
    expect(rememberedEmail()).toBe('')
  })

  it('is empty without storage', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied })
    expect(() => rememberEmail('ada@example.test')).not.toThrow()
    expect(rememberedEmail()).toBe('')
    expect(() => forgetEmail()).not.toThrow()
  })
})

describe('sign-in by phone', () => {
  const finish = vi.fn(async (_code: string) => {})

  function open(responses: Parameters<typeof fakeIdentity>[0] = { 'signIn.phone': () => ({ finish }) }) {
    const fake = fakeIdentity(responses)
    const onDone = vi.fn()
    const onBack = vi.fn()
    openWith(<PhoneSignIn onDone={onDone} onBack={onBack} />, { identity: fake.identity })
    return { ...fake, onDone, onBack }
  }
  const number = () => screen.getByRole('textbox') as HTMLInputElement
  const send = async (typed: string) => {
    fireEvent.change(number(), { target: { value: typed } })
    await press(t('send_code'))
  }

  it('sends a code to the normalized number and signs in with it', async () => {
    const { named, onDone } = open()
    await send('0044 20 7946 0123')
    await screen.findByText(t('code_by_phone', { number: '+442079460123' }))
    expect(named('signIn.phone')).toEqual([['+442079460123']])
    await fill(t('code'), '123456')
    await press(t('log_in'))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(finish).toHaveBeenCalledWith('123456')
  })

  it('returns from the code to the number that was typed', async () => {
    open()
    await send('+44 20 7946 0123')
    await screen.findByLabelText(t('code'))
    await press(t('back'))
    await waitFor(() => expect(number().value).toBe('+44 20 7946 0123'))
  })

  it('shows why no code was sent', async () => {
    open({ 'signIn.phone': refuse('captcha-check-failed') })
    await send('+44 20 7946 0123')
    await screen.findByText(t('problem_captcha'))
  })
})
