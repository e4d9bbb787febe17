// @vitest-environment happy-dom
import { listFollows, setFollow } from '@nodeyard/contract/services'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { FollowButton } from './follow-button.tsx'
import { Following } from './following.tsx'

const follow = {
  kind: 'node',
  id: 'acme-blur',
  name: 'Acme Blur',
  createdAt: '2026-05-01T09:00:00Z',
} as const
const following = on(listFollows, { follows: [follow] })
const openButton = (rules: Rule[] = []) =>
  openPage({ Component: () => <FollowButton kind="node" id="acme-blur" /> }, { path: '/', as: {}, rules })
/** Presses the button once the list of follows has loaded. */
async function pressFollow() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Follow' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await press('Follow')
}
const openList = (rules: Rule[] = []) => openPage({ Component: Following }, { path: '/', as: {}, rules })

describe('follow button', () => {
  it('follows a pack', async () => {
    const { writes } = openButton()
    await pressFollow()
    await waitFor(() => expect(writes()[0]?.route).toBe(setFollow))
    expect(writes()[0]?.body).toEqual({ kind: 'node', id: 'acme-blur', follows: true })
  })

  it('stops following', async () => {
    const { writes } = openButton([following])
    await press('Following')
    await waitFor(() => expect(writes()[0]?.body).toMatchObject({ follows: false }))
  })

  it('shows that a change was refused', async () => {
    openButton([on(setFollow, refusal(409, 'too_many_follows'))])
    await pressFollow()
    await screen.findByRole('alert')
  })
})

describe('list of followed packs and publishers', () => {
  it('shows when there are none', async () => {
    openList([on(listFollows, exampleOf(listFollows))])
    await screen.findByText(/You follow nothing yet/)
  })

  it('links each and stops following it', async () => {
    const { writes } = openList([following])
    const link = await screen.findByRole('link', { name: 'Acme Blur' })
    expect(link.getAttribute('href')).toBe('/nodes/acme-blur')
    await press('Unfollow Acme Blur')
    await waitFor(() => expect(writes()[0]?.route).toBe(setFollow))
  })
})
