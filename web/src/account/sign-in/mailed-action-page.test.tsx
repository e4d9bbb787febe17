// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Identity,
  IdentityProblem,
  type MailedAction,
  type SignedInUser,
} from '../../ground/identity/identity.ts'
import { fill, press } from '../../ground/page/page.test-support.tsx'
import { serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { Component as MailedActionPage } from './mailed-action-page.tsx'

interface Options {
  action?: Partial<MailedAction>
  /** Email address of the signed-in user. */
  signedIn?: string
  failing?: Record<string, string>
}

const email = 'ada@example.test'

/** Opens an email link and records the calls to the identity service. */
function open(search: string, { action = {}, signedIn, failing = {} }: Options = {}): unknown[][] {
  const calls: unknown[][] = []
  const recorded =
    (name: string, answer?: unknown) =>
    async (...input: unknown[]) => {
      calls.push([name, ...input])
      const code = failing[name]
      if (code) throw new IdentityProblem(code, code)
      return answer
    }
  const rules = { minLength: 6, lowerCase: false, upperCase: false, digit: false, other: false }
  const identity = {
    ready: async () => (signedIn ? ({ uid: 'ada', email: signedIn } as SignedInUser) : null),
    refresh: async () => {},
    passwordRules: async () => rules,
    signIn: { password: recorded('password'), emailLink: recorded('emailLink') },
    mail: {
      check: recorded('check', { operation: 'verify', email, account: email, ...action }),
      apply: recorded('apply'),
      setPassword: recorded('setPassword'),
      sendReset: recorded('sendReset'),
    },
  } as unknown as Identity
  const site = { ...testSite(), session: { ...serverSession, identity: async () => identity } }
  const router = createMemoryRouter([{ path: '*', Component: MailedActionPage }], {
    initialEntries: [`/auth/action${search}`],
  })
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  )
  return calls
}

afterEach(cleanup)
const names = (calls: unknown[][]) => calls.map(([name]) => name)

describe('email link', () => {
  it('is refused without a code', async () => {
    open('')
    await screen.findByText(/This link was already used or has expired/)
  })

  it('is refused when the service rejects its code', async () => {
    open('?oobCode=x', { failing: { check: 'invalid-action-code' } })
    await screen.findByRole('alert')
    screen.getByText('Go to log in')
  })

  it.each([
    ['verify', 'Verify your address', 'ada@example.test is verified.'],
    ['change', 'Confirm your new address', 'Your account now uses ada@example.test.'],
    ['recover', 'Undo the change of address', 'Your account uses ada@example.test again.'],
    ['remove-factor', 'Turn off two-step verification', 'The verification method was removed.'],
  ] as const)('does nothing before the press of its button: %s', async (operation, title, done) => {
    const calls = open('?oobCode=x', { action: { operation }, signedIn: email })
    await screen.findByText(title)
    await screen.findByText('Confirm')
    expect(names(calls)).toEqual(['check'])
    await press('Confirm')
    await screen.findByText(done)
    expect(calls).toContainEqual(['apply', 'x'])
  })

  it('shows an error and can be retried', async () => {
    open('?oobCode=x', { signedIn: email, failing: { apply: 'network-request-failed' } })
    await press('Confirm')
    await screen.findByRole('alert')
    screen.getByText('Confirm')
  })
})

describe('email link that verifies an address', () => {
  it.each([
    ['', 'Go to your account', '/account'],
    ['/docs/publish?id=a', 'Continue', '/docs/publish?id=a'],
    ['https://elsewhere.test/x', 'Continue', '/nodes'],
  ])('leads back to the page before the sign-up: %s', async (fromUrl, name, to) => {
    const returnTo = `${location.origin}/auth/action?${new URLSearchParams({ fromUrl })}`
    open(`?${new URLSearchParams({ oobCode: 'x', continueUrl: returnTo })}`, { signedIn: email })
    await press('Confirm')
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
  })

  it("asks anonymous visitors for the account's password", async () => {
    const calls = open('?oobCode=x')
    await screen.findByText(/Enter the password of this account to confirm/)
    await fill('Password', 'right horse')
    await press('Confirm')
    await waitFor(() => expect(names(calls)).toEqual(['check', 'password', 'apply']))
  })

  it("asks other signed-in users for the account's password", async () => {
    open('?oobCode=x', { signedIn: 'eve@example.test' })
    await screen.findByText(/Enter the password of this account to confirm/)
  })

  it('compares addresses without regard to case', async () => {
    open('?oobCode=x', { signedIn: 'ADA@example.test' })
    await screen.findByText('Confirm')
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  it('changes nothing with a wrong password', async () => {
    const calls = open('?oobCode=x', { failing: { password: 'invalid-credential' } })
    await fill('Password', 'wrong')
    await press('Confirm')
    await screen.findByRole('alert')
    expect(names(calls)).not.toContain('apply')
  })
})

describe('email link that resets a password', () => {
  it('saves the password and offers to log in', async () => {
    const calls = open('?oobCode=x', { action: { operation: 'reset' } })
    await screen.findByText(/For ada@example\.test/)
    await fill('New password', 'right horse')
    await press('Save the password')
    await screen.findByText('Your new password is saved. Log in with it now.')
    expect(calls).toContainEqual(['setPassword', 'x', 'right horse'])
  })

  it('shows why a password is rejected', async () => {
    open('?oobCode=x', { action: { operation: 'reset' }, failing: { setPassword: 'weak-password' } })
    await fill('New password', 'right horse')
    await press('Save the password')
    await screen.findByRole('alert')
  })
})

describe('email link that signs in', () => {
  it('asks for the address in another browser', async () => {
    const calls = open('?oobCode=x&mode=signIn', { failing: { emailLink: 'invalid-email' } })
    await screen.findByText('Which address was the link sent to?')
    await fill('Email', ` ${email} `)
    await press('Log in')
    await screen.findByRole('alert')
    expect(calls[0]?.slice(0, 2)).toEqual(['emailLink', email])
  })
})
