// @vitest-environment happy-dom
import type { IdentityConfig } from '@nodeyard/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draftName, writeDraft } from '../../ground/forms/draft-store.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { type SessionState, serverSession } from '../../ground/session/session.ts'
import { testSite } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ProofProvider } from './proof.tsx'
import { Sessions } from './sessions.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const user = { uid: 'ada', email: 'ada@example.test' } as SignedInUser
const state: SessionState = { state: 'signed-in', user }

/** Renders the end of the account page and counts the calls that end the session. */
function open(): { ends: number } {
  const seen = { ends: 0 }
  const end = () => {
    seen.ends += 1
    return Promise.reject(new TypeError('fetch failed'))
  }
  const site = { ...testSite(), session: { ...serverSession, current: () => state, end } }
  const element = (
    <ProofProvider user={user} config={{} as IdentityConfig}>
      <Sessions />
      <DeleteAccount user={user} />
    </ProofProvider>
  )
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </QueryClientProvider>
    </SiteContext>,
  )
  return seen
}

describe('ending sessions', () => {
  it('asks first when unsaved drafts would be lost', async () => {
    writeDraft(draftName('ada', 'publisher:acme'), 'Blurs.')
    const seen = open()
    fireEvent.click(screen.getByText('Log out everywhere'))
    screen.getByText('You have unsaved changes. They are lost if you log out.')
    expect(seen.ends).toBe(0)
    fireEvent.click(screen.getAllByText('Log out everywhere').at(-1) as HTMLElement)
    await screen.findAllByRole('alert')
    expect(seen.ends).toBe(1)
  })

  it('ends at once when nothing would be lost', async () => {
    const seen = open()
    fireEvent.click(screen.getByText('Log out everywhere'))
    await screen.findByRole('alert')
    expect(seen.ends).toBe(1)
  })

  it('warns about unsaved drafts before the account is deleted', () => {
    writeDraft(draftName('ada', 'publisher:acme'), 'Blurs.')
    open()
    fireEvent.click(screen.getByText('Delete my account'))
    screen.getByText('You have unsaved changes. They are lost with the account.')
  })
})
