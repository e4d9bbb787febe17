// @vitest-environment happy-dom
import { getIdentityConfig, type IdentityConfig } from '@nodeyard/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Factor, Identity, SignedInUser } from '../../ground/identity/identity.ts'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { confirm, fill, offers, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, registryFor } from '../../ground/site/registry.test-support.ts'
import { SiteContext } from '../../ground/site/site.ts'
import { Toasts } from '../../ground/ui/toasts.tsx'
import { Component as AccountPage } from './account-page.tsx'

const config = exampleOf(getIdentityConfig)

interface Options {
  user?: Partial<SignedInUser>
  config?: Partial<IdentityConfig>
  factors?: Factor[]
  /** Account calls that fail, with their error codes. */
  failing?: Record<string, string>
}

/** Opens the account page and records every call to the identity service. */
async function open({ user = {}, config: overrides = {}, factors = [], failing = {} }: Options = {}) {
  const calls: unknown[][] = []
  const account = new Proxy(
    {},
    {
      get: (_, name: string) =>
        name === 'factors'
          ? () => factors
          : async (...input: unknown[]) => {
              calls.push([name, ...input])
              const code = failing[name]
              if (code) throw new IdentityProblem(code, code)
            },
    },
  )
  const rules = { minLength: 6, lowerCase: false, upperCase: false, digit: false, other: false }
  const identity = { account, passwordRules: async () => rules } as unknown as Identity
  const { site, writes } = registryFor({}, [on(getIdentityConfig, { ...config, ...overrides })])
  const state = site.session.current()
  if (state.state !== 'signed-in') throw new Error('no user is signed in')
  const withUser = { ...state, user: { ...state.user, ...user } }
  const session = { ...site.session, current: () => withUser, identity: async () => identity }
  const router = createMemoryRouter([{ path: '*', Component: AccountPage }])
  render(
    <SiteContext value={{ ...site, session }}>
      <QueryClientProvider client={site.queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </SiteContext>,
  )
  await screen.findByRole('heading', { level: 1 })
  return { calls, writes }
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const provider = (providerId: string) =>
  ({ providerId, email: 'ada@example.test' }) as SignedInUser['providerData'][number]

describe('sections of the account page', () => {
  const headings = () => [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)

  it('leave out features that are disabled', async () => {
    await open({ config: { methods: [], secondFactors: [] } })
    expect(headings()).not.toContain('Password')
    expect(headings()).not.toContain('Two-step verification')
    expect(headings()).not.toContain('Linked logins')
  })

  it('leave out the password for accounts without an email address', async () => {
    await open({ user: { email: null } })
    expect(headings()).not.toContain('Password')
  })
})

describe('profile form', () => {
  it('trims what it saves', async () => {
    const { calls } = await open()
    await fill('Name', '  Ada L. ')
    await press('Save')
    await waitFor(() => expect(calls).toContainEqual(['setProfile', { displayName: 'Ada L.', photoURL: '' }]))
  })

  it('rejects a photo URL without TLS', async () => {
    const { calls } = await open()
    await fill('Photo', 'http://pictures.test/ada.png')
    await press('Save')
    expect(screen.getByLabelText('Photo').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual([])
  })

  it('keeps the input after a refusal', async () => {
    await open({ failing: { setProfile: 'network-request-failed' } })
    await fill('Name', 'Ada L.')
    await press('Save')
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada L.')
  })
})

describe('password form', () => {
  it('sets a first password or changes the existing one', async () => {
    await open()
    expect(offers()).toContain('Set password')
    cleanup()
    await open({ user: { providerData: [provider('password')] } })
    expect(offers()).toContain('Change password')
  })

  it('does not submit an empty password', async () => {
    const { calls } = await open()
    const button = screen.getByText<HTMLButtonElement>('Set password')
    expect(button.disabled).toBe(true)
    await fill('New password', 'right horse')
    await press('Set password')
    await waitFor(() => expect(calls).toContainEqual(['setPassword', 'right horse']))
  })
})

describe('linked sign-ins', () => {
  const linkButtons = () => offers().filter((one) => /^(Link|Unlink) /.test(one))

  it('disables unlinking the last one', async () => {
    await open({ user: { providerData: [provider('github.com')] } })
    expect(linkButtons()[0]).toBe('Unlink GitHub')
    expect(screen.getByLabelText<HTMLButtonElement>('Unlink GitHub').disabled).toBe(true)
    cleanup()
    await open({ user: { providerData: [provider('github.com'), provider('password')] } })
    expect(screen.getByLabelText<HTMLButtonElement>('Unlink GitHub').disabled).toBe(false)
  })

  it('shows why linking failed', async () => {
    await open({ failing: { link: 'credential-already-in-use' } })
    await press('Link GitHub')
    await screen.findByRole('alert')
  })
})

describe('second factors', () => {
  const app: Factor = { id: 'one', kind: 'totp', name: '', addedAt: '2026-05-01T00:00:00Z' }

  it('require a verified email address', async () => {
    await open({ user: { emailVerified: false } })
    expect(offers()).not.toContain('Add an authenticator app')
  })

  it('allow one authenticator app and any number of phones', async () => {
    await open({ factors: [app] })
    await screen.findByText('Add a phone')
    await waitFor(() => expect(offers()).not.toContain('Add an authenticator app'))
  })

  it('are removed by their button', async () => {
    const { calls } = await open({ factors: [app] })
    await press(/^Remove /)
    await waitFor(() => expect(calls).toContainEqual(['removeFactor', 'one']))
  })
})

describe('account deletion', () => {
  it('requires the typed email address', async () => {
    await open()
    await press('Delete my account')
    const button = () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')
    expect(button()?.disabled).toBe(true)
    await fill(/ada@example\.test/, 'ada@example.test')
    expect(button()?.disabled).toBe(false)
    confirm('Cancel')
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'Escape' })
  })
})
