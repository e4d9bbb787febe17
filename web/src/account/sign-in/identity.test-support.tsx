import { getIdentityConfig, type IdentityConfig } from '@nodeyard/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type Identity, IdentityProblem, type SignedInUser } from '../../ground/identity/identity.ts'
import { anonymous, type Session, type SessionState } from '../../ground/session/session.ts'
import { exampleOf, on, type Rule, registryFor } from '../../ground/site/registry.test-support.ts'
import { SiteContext } from '../../ground/site/site.ts'
import { Toasts } from '../../ground/ui/toasts.tsx'

type Response = (...input: unknown[]) => unknown

/** Identity service that records its calls by path, such as `signIn.password`, and responds as the test defines. */
export function fakeIdentity(responses: Record<string, Response> = {}) {
  const calls: unknown[][] = []
  const rules = { minLength: 6, lowerCase: false, upperCase: false, digit: false, other: false }
  const methodsOf = (group: string) =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, name: string) => call(`${group}.${name}`),
    })
  const call =
    (name: string) =>
    (...input: unknown[]) => {
      calls.push([name, ...input])
      const response = responses[name]
      if (name === 'account.factors') return response?.() ?? []
      return Promise.resolve().then(() => response?.(...input))
    }
  const identity = {
    account: methodsOf('account'),
    mail: methodsOf('mail'),
    signIn: methodsOf('signIn'),
    signUp: call('signUp'),
    signOut: call('signOut'),
    refresh: async () => {},
    ready: async () => null,
    passwordRules: async () => rules,
  } as unknown as Identity
  const named = (name: string) => calls.filter(([called]) => called === name).map(([, ...input]) => input)
  return { identity, calls, named }
}

/** Response that fails with an error code of the identity service. */
export const refuse = (code: string) => () => {
  throw new IdentityProblem(code, code)
}

interface Visit {
  identity: Identity
  /** The signed-in user. Omitted for an anonymous visitor. */
  user?: Partial<SignedInUser>
  config?: Partial<IdentityConfig>
  session?: Partial<Session>
  rules?: readonly Rule[]
  at?: string
}

/** Opens an element on a page of the site, with the session of a user. */
export function openWith(element: ReactElement, { identity, user, config = {}, ...visit }: Visit) {
  cleanup()
  const registry = registryFor(user ? {} : 'anonymous', [
    ...(visit.rules ?? []),
    on(getIdentityConfig, { ...exampleOf(getIdentityConfig), ...config }),
  ])
  const known = registry.site.session.current()
  const state: SessionState =
    known.state === 'signed-in' ? { ...known, user: { ...known.user, ...user } } : anonymous
  const session = {
    ...registry.site.session,
    current: () => state,
    identity: async () => identity,
    end: async (end: (identity: Identity) => Promise<void>) => end(identity),
    ...visit.session,
  }
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [visit.at ?? '/'] })
  render(
    <SiteContext value={{ ...registry.site, session }}>
      <QueryClientProvider client={registry.site.queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </SiteContext>,
  )
  return { ...registry, router }
}
