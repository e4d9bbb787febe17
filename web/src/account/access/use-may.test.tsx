// @vitest-environment happy-dom

import { offerNode, searchNodes } from '@nodeyard/contract/packs'
import {
  deletePublisher,
  getCurrentUser,
  listPublisherEvents,
  removeMember,
  updatePublisher,
} from '@nodeyard/contract/people'
import { generateAdminToken } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { ada, on, type Viewer } from '../../ground/site/registry.test-support.ts'
import { AdminOnly, SignedInOnly } from './guards.tsx'
import { useActsAsAdmin, useMay } from './use-may.ts'

const routes = {
  searchNodes,
  updatePublisher,
  deletePublisher,
  offerNode,
  listPublisherEvents,
  generateAdminToken,
}

function Allowed() {
  const may = useMay('acme')
  const names = Object.entries(routes).flatMap(([name, route]) => (may(route) ? [name] : []))
  const isAdmin = useActsAsAdmin('acme')
  return (
    <p data-testid="allowed">
      {[...names, ...(may(removeMember, true) ? ['leave'] : []), ...(isAdmin ? ['as admin'] : [])].join(' ')}
    </p>
  )
}

const allowedTo = async (viewer: Viewer | undefined, expected: string) => {
  openPage({ Component: Allowed }, { path: '/', ...(viewer ? { as: viewer } : {}) })
  await waitFor(() => expect(screen.getByTestId('allowed').textContent).toBe(expected))
}

describe('useMay', () => {
  it.each([
    ['an anonymous visitor', undefined, 'searchNodes'],
    ['a non-member', {}, 'searchNodes'],
    ['a member', { role: 'member' }, 'searchNodes listPublisherEvents leave'],
    [
      'an owner',
      { role: 'owner' },
      'searchNodes updatePublisher deletePublisher offerNode listPublisherEvents leave',
    ],
    ['an admin', { isAdmin: true }, 'searchNodes offerNode listPublisherEvents generateAdminToken as admin'],
    ['a banned owner', { role: 'owner', isBanned: true }, 'searchNodes listPublisherEvents'],
    ['a banned admin', { isAdmin: true, isBanned: true }, 'searchNodes listPublisherEvents as admin'],
  ] as const)('allows %s the right calls', async (_who, viewer, expected) => {
    await allowedTo(viewer, expected)
  })

  it('allows only public routes until the registry has named the user', async () => {
    const answer = Promise.withResolvers<Response>()
    openPage(
      { Component: Allowed },
      { path: '/', as: { role: 'owner' }, rules: [on(getCurrentUser, () => answer.promise)] },
    )
    await waitFor(() => expect(screen.getByTestId('allowed').textContent).toBe('searchNodes'))
    answer.resolve(Response.json({ ...ada, isApproved: true, isAdmin: false, isBanned: false }))
    await waitFor(() => expect(screen.getByTestId('allowed').textContent).toContain('deletePublisher'))
  })
})

describe('page guards', () => {
  const secret = () => <p>For your eyes only.</p>
  const MemberPage = () => <SignedInOnly>{secret}</SignedInOnly>
  const AdminPage = () => <AdminOnly>{secret}</AdminOnly>
  const isShown = () => screen.queryByText('For your eyes only.') !== null

  it('redirect anonymous visitors to log in and remember the page', async () => {
    openPage({ Component: MemberPage }, { path: '/account', at: '/account?tab=mail' })
    await screen.findByText('At /auth/login?fromUrl=%2Faccount%3Ftab%3Dmail')
  })

  it('let signed-in users pass', async () => {
    openPage({ Component: MemberPage }, { path: '/account', as: {} })
    await screen.findByText('For your eyes only.')
  })

  it('say on every page of an unverified user that mails wait, except where the address is shown', async () => {
    const waits = 'ada@example.test is not verified. Until it is, emails about your packs and tokens wait.'
    openPage({ Component: MemberPage }, { path: '/nodes', as: { isUnverified: true } })
    await screen.findByText(waits)
    const link = screen.getByRole('link', { name: 'Send the link again or change the address' })
    expect(link.getAttribute('href')).toBe('/account')
    for (const visit of [
      { path: '/account', as: { isUnverified: true } },
      { path: '/nodes', as: {} },
    ]) {
      openPage({ Component: MemberPage }, visit)
      await screen.findByText('For your eyes only.')
      expect(screen.queryByText(waits)).toBeNull()
    }
  })

  it.each([
    ['a user without admin rights', {}],
    ['an owner of a publisher', { role: 'owner' }],
    ['a banned admin', { isAdmin: true, isBanned: true }],
  ] as const)('deny %s access to admin pages', async (_who, viewer) => {
    openPage({ Component: AdminPage }, { path: '/admin', as: viewer })
    await screen.findByText('This page is for admins')
    expect(isShown()).toBe(false)
  })

  it('render nothing of an admin page before the user is known', async () => {
    const answer = Promise.withResolvers<Response>()
    openPage(
      { Component: AdminPage },
      { path: '/admin', as: { isAdmin: true }, rules: [on(getCurrentUser, () => answer.promise)] },
    )
    await screen.findByText('Loading')
    expect(isShown()).toBe(false)
    answer.resolve(Response.json({ ...ada, isApproved: true, isAdmin: true, isBanned: false }))
    await screen.findByText('For your eyes only.')
  })
})
