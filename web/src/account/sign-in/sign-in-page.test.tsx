// @vitest-environment happy-dom
import type { IdentityConfig } from '@nodeyard/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Identity, IdentityProblem, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { serverSession } from '../../ground/session/session.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { Component as ResetPage } from './reset-page.tsx'
import { SignInPage } from './sign-in-page.tsx'

const config: IdentityConfig = {
  ...{ mode: 'embedded', apiKey: 'key', projectId: 'project', authDomain: 'localhost', usesOwnOrigin: true },
  ...{ methods: ['password', 'github.com'], secondFactors: ['totp'], standInProviders: [], sendsMail: true },
}

/** Recorded calls to the identity service, and its responses by method. */
let calls: unknown[][] = []
let responses: Record<string, () => Promise<unknown>> = {}

beforeEach(() => {
  calls = []
  responses = {}
})
afterEach(cleanup)

/** Creates an identity service that records calls and responds as the test defines. */
function identity(): Identity {
  const recorded =
    (name: string, response?: unknown) =>
    async (...input: unknown[]) => {
      calls.push([name, ...input])
      return responses[name] ? responses[name]() : response
    }
  const rules = { minLength: 6, lowerCase: false, upperCase: false, digit: true, other: false }
  return {
    signIn: {
      password: recorded('password'),
      popup: recorded('popup'),
      redirect: recorded('redirect'),
      redirectResult: async () => false,
    },
    signUp: recorded('signUp'),
    mail: { sendVerification: recorded('sendVerification'), sendReset: recorded('sendReset') },
    passwordRules: async () => rules,
  } as unknown as Identity
}

function visit(page: ReactElement, methods = config.methods): void {
  const site = { ...testSite(), session: { ...serverSession, identity: async () => identity() } }
  site.queries.setQueryData(identityConfigQuery(site).queryKey, { ...config, methods })
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  )
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const refuse = (code: string) => () => Promise.reject(new IdentityProblem(code, code))
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('sign-in page', () => {
  it('logs in and disables its button meanwhile', async () => {
    const pending = Promise.withResolvers<void>()
    responses['password'] = () => pending.promise
    visit(<SignInPage kind="login" />)
    type('Email', ' ada@example.test ')
    type('Password', ' right horse ')
    await press('Log in')
    const button = await screen.findByRole('button', { name: 'Logging in…' })
    expect(button.hasAttribute('disabled')).toBe(true)
    expect(calls).toEqual([['password', 'ada@example.test', ' right horse ']])
    pending.resolve()
    await screen.findByRole('button', { name: 'Log in' })
  })

  it('shows an error until the next attempt', async () => {
    responses['password'] = refuse('invalid-credential')
    visit(<SignInPage kind="login" />)
    type('Email', 'ada@example.test')
    type('Password', 'wrong')
    await press('Log in')
    expect(await alertText()).toContain('Wrong email or password')
    responses = {}
    await press('Log in')
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBe(null))
  })

  it('asks for the second factor and lets the user correct the code', async () => {
    const codes: string[] = []
    const finish = async (code: string) => {
      codes.push(code)
      throw new IdentityProblem('invalid-verification-code', 'wrong')
    }
    const factor = { id: 'one', kind: 'totp' as const, name: '' }
    responses['password'] = () => Promise.reject(new SecondFactorNeeded([factor], async () => ({ finish })))
    visit(<SignInPage kind="login" />)
    type('Email', 'ada@example.test')
    type('Password', 'right horse')
    await press('Log in')
    await screen.findByText('The six digits your authenticator app shows now.')
    type('Code', '123 456')
    await press('Confirm')
    expect(await alertText()).toContain('This code is wrong or already used')
    expect(codes).toEqual(['123456'])
  })

  it('offers a redirect when the browser blocks the popup', async () => {
    responses['popup'] = refuse('popup-blocked')
    visit(<SignInPage kind="login" />)
    await press('Continue with GitHub')
    expect(await alertText()).toContain('browser blocked the window')
    await press('Continue in this tab')
    await vi.waitFor(() => expect(calls.at(-1)).toEqual(['redirect', 'github.com']))
  })

  it('offers enabled methods only', () => {
    visit(<SignInPage kind="login" />, ['password', 'phone'])
    expect(screen.getByRole('button', { name: 'Use a phone' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Email me a link' })).toBe(null)
    expect(screen.queryByRole('button', { name: /GitHub|Google/ })).toBe(null)
    cleanup()
    visit(<SignInPage kind="login" />, [])
    expect(screen.getByText('Accounts are not available here yet')).toBeTruthy()
  })

  it('checks password rules at sign-up and says where the verification email went', async () => {
    visit(<SignInPage kind="signup" />)
    const rule = async (text: string) => (await screen.findByText(text)).textContent
    type('Email', 'ada@example.test')
    type('Password', 'horses')
    expect(await rule('At least 6 characters')).toContain('met')
    expect(await rule('A digit')).toContain('not yet')
    type('Password', 'horses9')
    expect(await rule('A digit')).toContain('met')
    await press('Sign up')
    await screen.findByText(/We sent a link to ada@example\.test/)
    expect(calls).toEqual([
      ['signUp', { name: '', email: 'ada@example.test', password: 'horses9' }],
      ['sendVerification', `${location.origin}/auth/action`],
    ])
  })

  it('responds to a password reset the same way with and without an account', async () => {
    for (const answer of [undefined, refuse('user-not-found')]) {
      responses = answer ? { sendReset: answer } : {}
      visit(<ResetPage />)
      type('Email', 'ada@example.test')
      await press('Send the link')
      await screen.findByText(
        'If there is an account for ada@example.test, a link is on its way. It works for an hour.',
      )
      cleanup()
    }
  })
})
