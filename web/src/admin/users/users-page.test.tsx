// @vitest-environment happy-dom

import { banUser, unbanUser } from '@nodeyard/contract/people'
import {
  type AdminUser,
  grantAdmin,
  grantTrustedReporter,
  listUsers,
  revokeAdmin,
  revokeTrustedReporter,
} from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './users-page.tsx'

const answer = exampleOf(listUsers)
const listOf = (...users: Partial<AdminUser>[]) =>
  on(listUsers, {
    ...answer,
    users: users.flatMap((user) => answer.users.map((one) => ({ ...one, ...user }))),
  })
const open = (rules = [listOf({})], at: string = adminPaths.users) =>
  openPage(page, { path: adminPaths.users, at, as: { isAdmin: true }, rules })
const offered = async () => (await rowsOf('Users')).map((row) => offersIn(row).slice(1))

describe('admin list of users', () => {
  it('offers the actions that fit the user', async () => {
    open([
      listOf(
        { id: 'a', name: 'Ada' },
        { id: 'b', name: 'Bo', isBanned: true },
        { id: 'c', name: 'Cy', isAdmin: true },
        { id: 'd', name: 'Di', isAdmin: true, isAdminByConfiguration: true },
      ),
    ])
    expect(await offered()).toEqual([
      ['Ban: Ada', 'Make admin: Ada', 'Trust reports: Ada'],
      ['Unban: Bo', 'Make admin: Bo', 'Trust reports: Bo'],
      ['Ban: Cy', 'Remove admin role: Cy', 'Trust reports: Cy'],
      ['Ban: Di', 'Trust reports: Di'],
    ])
  })

  it('shows a badge for each special state', async () => {
    open([
      listOf({ id: 'a', isAdmin: true }, { id: 'b', isBanned: true }, { id: 'c', isEmailVerified: false }),
    ])
    const marks = (await rowsOf('Users')).map((row) => row.querySelector('td')?.textContent)
    expect(marks).toEqual(['StatusAdminActive', 'StatusBanned', 'StatusActiveEmail not verified'])
  })

  it('falls back from the name to the email address, then to the id', async () => {
    open([listOf({ id: 'a', name: '' }, { id: 'b', name: '', email: '' })])
    const names = (await rowsOf('Users')).map((row) => offersIn(row)[0])
    expect(names).toEqual(['maya@acme.example', 'b'])
  })

  it('shows when no user matches', async () => {
    open([listOf()])
    await screen.findByText('No matching users.')
  })

  it('requests the filters of the address', async () => {
    const { reads } = open(undefined, `${adminPaths.users}?q=maya&show=banned&page=3`)
    await rowsOf('Users')
    expect(reads(listUsers).map(({ query }) => query)).toEqual([
      { search: 'maya', show: 'banned', page: '3', limit: '25' },
    ])
  })

  it('returns to the first page when a filter changes', async () => {
    const { reads } = open(undefined, `${adminPaths.users}?page=3`)
    await fill('Name, id or email address', 'kim')
    await waitFor(() =>
      expect(reads(listUsers).at(-1)?.query).toEqual({ search: 'kim', page: '1', limit: '25' }),
    )
  })
})

describe('action on a user', () => {
  const acts = [
    { button: 'Ban: Maya Ito', action: 'Ban', user: {}, route: banUser },
    { button: 'Unban: Maya Ito', action: 'Unban', user: { isBanned: true }, route: unbanUser },
    { button: 'Make admin: Maya Ito', action: 'Make admin', user: {}, route: grantAdmin },
    {
      button: 'Remove admin role: Maya Ito',
      action: 'Remove admin role',
      user: { isAdmin: true },
      route: revokeAdmin,
    },
    { button: 'Trust reports: Maya Ito', action: 'Trust reports', user: {}, route: grantTrustedReporter },
    {
      button: 'Stop trusting reports: Maya Ito',
      action: 'Stop trusting reports',
      user: { isTrustedReporter: true },
      route: revokeTrustedReporter,
    },
  ]

  it.each(acts)('$button asks first and then calls its route', async ({ button, action, user, route }) => {
    const { writes, reads } = open([listOf(user)])
    await press(button)
    expect(writes()).toEqual([])
    if (route === banUser) await fill('Reason', 'Sends spam.')
    const [before] = [reads(listUsers).length]
    confirm(action)
    await waitFor(() => expect(writes().map((one) => one.route)).toEqual([route]))
    await waitFor(() => expect(reads(listUsers).length).toBeGreaterThan(before))
  })

  it('keeps the dialog open and shows why a request is refused', async () => {
    open([listOf({}), on(banUser, refusal(409, 'last_admin', 'The last admin stays.'))])
    await press('Ban: Maya Ito')
    await fill('Reason', 'Sends spam.')
    confirm('Ban')
    await screen.findByText(/The last admin stays\./)
    screen.getByLabelText('Reason')
  })
})
