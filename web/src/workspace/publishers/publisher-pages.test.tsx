// @vitest-environment happy-dom
import { acceptTransfer, listTransfers } from '@nodeyard/contract/packs'
import {
  createInvitation,
  deletePublisher,
  getPublisher,
  listInvitations,
  listPublisherEvents,
  type Publisher,
  removeMember,
  updatePublisher,
} from '@nodeyard/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import {
  ada,
  exampleOf,
  on,
  type Rule,
  refusal,
  type Viewer,
} from '../../ground/site/registry.test-support.ts'
import * as events from './events-page.tsx'
import * as overview from './manage-page.tsx'
import * as members from './members-page.tsx'

const openOverview = (as: Viewer, rules: Rule[] = []) =>
  openPage(overview, { path: paths.managePublisher, at: '/publishers/acme/manage', as, rules })
const openMembers = (as: Viewer, rules: Rule[] = []) =>
  openPage(members, { path: memberPaths.publisherMembers, at: '/publishers/acme/manage/members', as, rules })
const openEvents = (as: Viewer, rules: Rule[] = []) =>
  openPage(events, { path: memberPaths.publisherEvents, at: '/publishers/acme/manage/events', as, rules })

const tabs = ['Public page', 'Overview', 'Members', 'Tokens', 'Trusted publishing', 'Webhooks', 'Events']
const offered = () => offers().filter((one) => !tabs.includes(one))
const ofTwo = (...roles: ('owner' | 'member')[]): Rule =>
  on(getPublisher, {
    ...exampleOf(getPublisher),
    members: roles.map((role, index) => ({
      ...{ id: String(index), role },
      user: index === 0 ? ada : { id: 'eve', name: 'Eve', email: 'eve@example.test' },
    })),
  })

describe('publisher overview', () => {
  it.each([
    [
      'an owner',
      { role: 'owner' },
      ['birch-grain', 'Accept birch-grain', 'Decline birch-grain', 'Save', 'Delete publisher'],
    ],
    ['a member', { role: 'member' }, []],
    ['an owner who is banned', { role: 'owner', isBanned: true }, ['birch-grain']],
  ] as const)('offers %s the allowed actions', async (_who, viewer, expected) => {
    openOverview(viewer)
    await screen.findByText('Details', { selector: 'h2' })
    expect(offered()).toEqual(expected)
  })

  it('takes over an offered pack after a question', async () => {
    const { writes } = openOverview({ role: 'owner' })
    await press('Accept birch-grain')
    await screen.findByText('Take over birch-grain from birch?')
    expect(writes()).toEqual([])
    confirm('Accept')
    await waitFor(() => expect(writes()[0]?.route).toBe(acceptTransfer))
  })

  it('tells members that only owners change the details', async () => {
    openOverview({ role: 'member' })
    await screen.findByText('Owners can change this.')
    expect(screen.getByLabelText<HTMLInputElement>('Display name').readOnly).toBe(true)
  })

  it('refuses non-members with an explanation', async () => {
    openOverview({})
    await screen.findByText('You are not a member of this publisher')
    expect(screen.queryByText('Save')).toBeNull()
  })

  it('tells admins that they act as such', async () => {
    openOverview({ isAdmin: true }, [on(listTransfers, [])])
    await screen.findByText('You are acting as an admin')
  })

  it('shows that a publisher is banned', async () => {
    const publisher: Publisher = { ...exampleOf(getPublisher), status: 'PublisherStatusBanned' }
    openOverview({ isAdmin: true }, [on(getPublisher, publisher), on(listTransfers, [])])
    await screen.findByText('This publisher is banned')
  })

  it('saves changes', async () => {
    const { writes } = openOverview({ role: 'owner' })
    await fill('Display name', 'Acme & Co')
    await press('Save')
    await waitFor(() => expect(writes()[0]?.route).toBe(updatePublisher))
    expect(writes()[0]?.body).toMatchObject({ name: 'Acme & Co' })
  })

  it('deletes only after the id is typed', async () => {
    const { writes } = openOverview({ role: 'owner' })
    await press('Delete publisher')
    const button = () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')
    expect(button()?.disabled).toBe(true)
    await waitFor(() => expect(document.querySelector('dialog input')).toBeTruthy())
    await fill(/acme/, 'acme')
    expect(button()?.disabled).toBe(false)
    confirm('Delete publisher')
    await waitFor(() => expect(writes()[0]?.route).toBe(deletePublisher))
    await screen.findByText('At /nodes')
  })
})

describe('members page', () => {
  it.each([
    ['an owner', { role: 'owner' }, ['Leave acme', 'Remove Eve', 'Withdraw kim@example.com', 'Invite']],
    ['a member', { role: 'member' }, ['Leave acme']],
    ['an admin', { isAdmin: true }, []],
  ] as const)('offers %s the allowed actions', async (_who, viewer, expected) => {
    const first = 'role' in viewer ? viewer.role : 'owner'
    const rules = 'role' in viewer ? [ofTwo(first, 'member')] : []
    openMembers(viewer, rules)
    await screen.findByText('Members', { selector: 'h2' })
    await waitFor(() => expect(offered()).toEqual(expected))
  })

  it('shows no invitations to members', async () => {
    const { reads } = openMembers({ role: 'member' })
    await screen.findByText('Members', { selector: 'h2' })
    expect(screen.queryByText('Invitations')).toBeNull()
    expect(reads(listInvitations)).toEqual([])
  })

  it('lets a member leave after a confirmation, and opens the own nodes', async () => {
    const { writes } = openMembers({ role: 'member' })
    await press('Leave acme')
    expect(writes()).toEqual([])
    confirm('Leave')
    await screen.findByText('At /nodes')
    expect(writes()).toMatchObject([{ route: removeMember, path: '/publishers/acme/members/user-ada' }])
  })
})

describe('change of members', () => {
  it('keeps the last owner and shows why', async () => {
    openMembers({ role: 'owner' }, [
      on(removeMember, refusal(409, 'last_owner', 'A publisher needs an owner.')),
    ])
    await press('Leave acme')
    confirm('Leave')
    await waitFor(() => expect(document.querySelector('dialog [role=alert]')).toBeTruthy())
  })

  it('invites a user and shows the link once', async () => {
    const { writes } = openMembers({ role: 'owner' })
    await fill('Email address', 'kim@example.test')
    await fill('Role', 'owner')
    await press('Invite')
    await screen.findByText(/is invited/)
    expect(writes()).toMatchObject([
      { route: createInvitation, body: { email: 'kim@example.test', role: 'owner' } },
    ])
  })

  it('finds a member by name in a long list', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: String(index), role: 'member' as const },
      user: { id: index === 0 ? ada.id : `u${index}`, name: `Person ${index}`, email: '' },
    }))
    openMembers({ role: 'member' }, [on(getPublisher, { ...exampleOf(getPublisher), members: many })])
    await fill('Find by name or email', 'person 17')
    expect(screen.queryByText('Person 18')).toBeNull()
    await fill('Find by name or email', 'nobody')
    await screen.findByText('No member matches.')
  })
})

describe('publisher events', () => {
  const { events: some } = exampleOf(listPublisherEvents)
  const page = (count: number) => ({
    events: some.flatMap((one) => Array.from({ length: count }, (_, index) => ({ ...one, id: 500 - index }))),
  })

  it('offer older ones only if there can be some', async () => {
    const { reads } = openEvents({ role: 'member' }, [
      on(listPublisherEvents, ({ query }) => page(query['before'] ? 3 : 50)),
    ])
    await press('Show older events')
    await waitFor(() => expect(screen.queryByText('Show older events')).toBeNull())
    expect(reads(listPublisherEvents).at(-1)?.query['before']).toBe('451')
  })

  it('show when there are none', async () => {
    openEvents({ role: 'owner' }, [on(listPublisherEvents, { events: [] })])
    await screen.findByText('Nothing yet.')
  })

  it('hide the name of the moderator who decided', async () => {
    openEvents({ role: 'owner' })
    await screen.findByText('A moderator')
  })
})
