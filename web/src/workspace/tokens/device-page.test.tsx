// @vitest-environment happy-dom

import { listPublisherNodesPaged } from '@nodeyard/contract/packs'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  getDeviceLogin,
  listOwnPublishers,
} from '@nodeyard/contract/people'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './device-page.tsx'

const openForm = (rules: Rule[] = [], as: Viewer = { role: 'owner' }, at: string = memberPaths.device) =>
  openPage(page, { path: memberPaths.device, at, as, rules })

/** Opens the page, and types the code that the program shows. */
async function open(rules: Rule[] = [], as?: Viewer) {
  const registry = openForm(rules, as)
  await fill('Code', 'wdjb-mjht')
  await press('Continue')
  return registry
}

const withPacks = (...ids: string[]) =>
  on(listPublisherNodesPaged, () => {
    const example = exampleOf(listPublisherNodesPaged)
    return {
      ...example,
      nodes: ids.map((id) => ({ ...example.nodes[0], id }) as (typeof example.nodes)[number]),
    }
  })

const started = (part: object) => on(getDeviceLogin, { ...exampleOf(getDeviceLogin), ...part })

describe('the sign-in of a program', () => {
  it('ignores a code in the address', async () => {
    openForm([], undefined, `${memberPaths.device}?code=WDJB-MJHT`)
    expect(((await screen.findByLabelText('Code')) as HTMLInputElement).value).toBe('')
    expect(screen.queryByText('A program asks for a token')).toBeNull()
  })

  it('shows the name in quotes, apart from the heading, and where it was started', async () => {
    await open([started({ client_name: 'Security team', started_from: '192.0.2.9', is_same_address: false })])
    await screen.findByText('A program asks for a token')
    await screen.findByText('“Security team”')
    await screen.findByText('192.0.2.9 (not the network of this browser)')
  })

  it('is approved for the only pack, to update it, for 30 days', async () => {
    const { writes } = await open([withPacks('acme-blur')])
    await screen.findByLabelText('acme-blur')
    await press('Approve')
    await screen.findByText('Approved. You can return to your terminal.')
    const [write] = writes()
    expect(write?.route).toBe(approveDeviceLogin)
    expect(write).toMatchObject({
      path: '/device-logins/WDJB-MJHT/approve',
      body: {
        ...{ publisher_id: 'acme', expires_in_days: 30 },
        ...{ nodes: ['acme-blur'], actions: ['publish-update'] },
      },
    })
  })

  it('needs a choice among several packs, and allows more on demand', async () => {
    const { writes } = await open([withPacks('acme-blur', 'acme-glow')])
    await screen.findByLabelText('acme-glow')
    const approve = () => screen.getByRole('button', { name: 'Approve' }) as HTMLButtonElement
    expect(approve().disabled).toBe(true)
    fireEvent.click(screen.getByLabelText('acme-glow'))
    await fill(/^Id of a new pack/, 'acme-new')
    fireEvent.click(screen.getByLabelText('It can also yank and delete versions'))
    await press('Approve')
    await screen.findByText('Approved. You can return to your terminal.')
    expect(writes()[0]?.body).toMatchObject({
      nodes: ['acme-glow', 'acme-new'],
      actions: ['publish-update', 'publish-new', 'yank'],
    })
  })

  it('asks for a new sign-in when the second factor is needed', async () => {
    await open([
      withPacks('acme-blur'),
      on(approveDeviceLogin, () => refusal(403, 'recent_second_factor_required')),
    ])
    await screen.findByLabelText('acme-blur')
    await press('Approve')
    await screen.findByRole('dialog')
  })

  it('is denied', async () => {
    const { writes } = await open()
    await press('Deny')
    await screen.findByText('Denied. The program does not get a token.')
    await waitFor(() => expect(writes().map(({ route }) => route)).toEqual([denyDeviceLogin]))
    expect(writes()[0]?.body).toEqual({ publisher_id: 'acme' })
  })

  it('offers members no decision', async () => {
    await open([], { role: 'member' })
    await screen.findByText('You need to be an owner of this publisher to approve.')
    expect(screen.queryByText('Approve')).toBeNull()
    expect(screen.queryByText('Deny')).toBeNull()
  })

  it('offers no decision about another publisher', async () => {
    await open([started({ publisher_id: 'other' })])
    await screen.findByText(/asks for a token of other, and you are not a member/)
    expect(screen.queryByText('Approve')).toBeNull()
  })

  it('lets users without a publisher create one', async () => {
    await open([on(listOwnPublishers, [])], {})
    await screen.findByText(/Create one first/)
  })

  it('explains an unknown code, and takes another', async () => {
    let isKnown = false
    await open([
      on(getDeviceLogin, () => (isKnown ? exampleOf(getDeviceLogin) : refusal(404, 'device_login_unknown'))),
    ])
    await screen.findByRole('alert')
    await screen.findByText(/^This code does not belong to a waiting program/)
    isKnown = true
    await fill('Code', 'bcdf ghjk')
    await press('Continue')
    await screen.findByText(/it shows the code BCDF-GHJK/)
  })
})
