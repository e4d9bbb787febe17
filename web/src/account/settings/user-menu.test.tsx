// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { draftName, writeDraft } from '../../ground/forms/draft-store.ts'
import { offersIn, openPage, press } from '../../ground/page/page.test-support.tsx'
import { ada, type Viewer } from '../../ground/site/registry.test-support.ts'
import { TopBar } from '../../public/shell/top-bar.tsx'

const open = (as?: Viewer) => openPage({ Component: TopBar }, { path: '/', ...(as ? { as } : {}) })
const menu = () => screen.findByRole('navigation', { name: 'Your menu', hidden: true })

describe('account menu in the top bar', () => {
  it('offers log in and sign up to anonymous visitors', async () => {
    open()
    await screen.findByText('Log in')
    expect(screen.getAllByText('Sign up').length).toBeGreaterThan(0)
  })

  it("links to the user's nodes and account", async () => {
    open({})
    expect(offersIn(await menu()).slice(0, 2)).toEqual(['Your Nodes', 'Account'])
    expect(screen.queryByText('Log in')).toBeNull()
    expect(screen.queryByText('Admin Dashboard')).toBeNull()
  })

  it('links admins to the dashboard', async () => {
    open({ isAdmin: true })
    await screen.findByText('Admin Dashboard')
  })

  it('opens the log-out page when there are unsaved drafts', async () => {
    open({})
    await menu()
    writeDraft(draftName(ada.id, 'publisher:acme'), 'Blurs.')
    await press(/^Log ?out$/i)
    await screen.findByText('At /auth/logout')
  })
})
