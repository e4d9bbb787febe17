// @vitest-environment happy-dom

import { banPublisher, unbanPublisher } from '@nodeyard/contract/people'
import { type AdminPublisher, contactPublisher, listPublishersForAdmins } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './publishers-page.tsx'

const answer = exampleOf(listPublishersForAdmins)
const listOf = (...publishers: Partial<AdminPublisher>[]) =>
  on(listPublishersForAdmins, {
    ...answer,
    publishers: publishers.flatMap((some) => answer.publishers.map((one) => ({ ...one, ...some }))),
  })
const open = (rules = [listOf({})], at: string = adminPaths.publishers) =>
  openPage(page, { path: adminPaths.publishers, at, as: { isAdmin: true }, rules })

describe('admin list of publishers', () => {
  it('offers a ban or its end, and an email, for each', async () => {
    open([listOf({ id: 'acme' }, { id: 'bad', status: 'PublisherStatusBanned' })])
    const acts = (await rowsOf('Publishers')).map((row) => offersIn(row).filter((one) => one.includes(': ')))
    expect(acts).toEqual([
      ['Contact: acme', 'Ban: acme'],
      ['Contact: bad', 'Unban: bad'],
    ])
  })

  it('shows publishers without members and counts members beyond the first 20', async () => {
    const member = (id: string) => ({ id, role: 'member' as const, user: { id, name: `N${id}`, email: '' } })
    const many = Array.from({ length: 22 }, (_, index) => member(String(index)))
    open([listOf({ id: 'none', members: [] }, { id: 'many', members: many })])
    const [none, full] = await rowsOf('Publishers')
    expect(none?.textContent).toContain('None')
    expect(full?.querySelectorAll('li')).toHaveLength(21)
    expect(full?.textContent).toContain('2 more')
  })

  it('requests the status and text of the address', async () => {
    const { reads } = open(undefined, `${adminPaths.publishers}?q=ac&status=banned`)
    await rowsOf('Publishers')
    expect(reads(listPublishersForAdmins)[0]?.query).toEqual({
      ...{ search: 'ac', status: 'PublisherStatusBanned' },
      ...{ page: '1', limit: '25' },
    })
  })
})

describe('action on a publisher', () => {
  it('bans with a reason', async () => {
    const { writes } = open()
    await press('Ban: acme')
    await fill('Reason', 'Sells stolen work.')
    confirm('Ban')
    await waitFor(() => expect(writes()[0]?.route).toBe(banPublisher))
    expect(writes()[0]?.body).toEqual({ reason: 'Sells stolen work.' })
  })

  it('ends a ban without a reason', async () => {
    const { writes } = open([listOf({ status: 'PublisherStatusBanned' })])
    await press('Unban: acme')
    expect(screen.queryByLabelText('Reason')).toBeNull()
    confirm('Unban')
    await waitFor(() => expect(writes().map(({ route }) => route)).toEqual([unbanPublisher]))
  })

  it('requires a subject and a message for an email', async () => {
    const { writes } = open()
    await press('Contact: acme')
    const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send', hidden: true })
    expect(send().disabled).toBe(true)
    await fill('Subject', 'Your node')
    expect(send().disabled).toBe(true)
    await fill('Message', 'Please name a license.')
    expect(send().disabled).toBe(false)
    send().click()
    await waitFor(() => expect(writes()[0]?.route).toBe(contactPublisher))
    expect(writes()[0]?.body).toEqual({ subject: 'Your node', message: 'Please name a license.' })
  })

  it('offers an issue only when the publisher names a repository', async () => {
    open()
    await press('Contact: acme')
    expect(screen.queryByText('Open an issue')).toBeNull()
    open([listOf({ source_code_repo: 'https://code.test/acme/' })])
    await press('Contact: acme')
    const link = await screen.findByText<HTMLAnchorElement>('Open an issue')
    expect(link.href).toBe('https://code.test/acme/issues/new?title=')
  })
})
