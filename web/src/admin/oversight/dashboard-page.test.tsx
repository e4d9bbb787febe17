// @vitest-environment happy-dom
import { type DayNumbers, getDuties, getNumbers } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as dashboard from './dashboard-page.tsx'
import * as numbers from './numbers-page.tsx'
import * as token from './token-page.tsx'

const asAdmin = { isAdmin: true }

describe('dashboard', () => {
  const open = (rules = [on(getDuties, exampleOf(getDuties))]) =>
    openPage(dashboard, { path: paths.admin, as: asAdmin, rules })
  const dutyLinks = async () => {
    const list = (await screen.findByText('Needs you now')).closest('section')
    return [...(list?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
  }

  it('links each duty to its page', async () => {
    open()
    expect(await dutyLinks()).toEqual([
      '/admin/nodeversions',
      '/admin/nodeversions?status=flagged%2Cbanned&appealed=1',
      '/admin/reports',
      '/admin/jobs?state=failed',
      '/admin/nodeversions?status=pending',
      '/admin/rescans',
    ])
  })

  it('shows how long the oldest item has waited, or that none waits', async () => {
    open([on(getDuties, { duties: [{ name: 'reports', count: 0 }] })])
    await screen.findByText('All clear')
    open([on(getDuties, { duties: [{ name: 'reports', count: 2, oldest: '2026-05-01T09:00:00Z' }] })])
    await screen.findByText(/^Waiting for/)
  })

  it('draws publishes, decisions, the queue and downloads of the last month', async () => {
    open()
    const section = (await screen.findByText('Last 30 days')).closest('section')
    await waitFor(() => expect(section?.querySelectorAll('figure').length).toBe(4))
  })

  it('shows an error when loading fails and retries', async () => {
    let isBroken = true
    open([on(getDuties, () => (isBroken ? refusal(404, 'not_found') : exampleOf(getDuties)))])
    await screen.findByRole('alert')
    isBroken = false
    await press('Try again')
    await screen.findByText('Needs you now')
  })
})

describe('numbers page', () => {
  const day: DayNumbers = { day: '2026-01-02', publishes: 1, flags: 0, decisions: 1, downloads: 0, open: 0 }
  const open = (at: string = adminPaths.numbers) =>
    openPage(numbers, {
      path: adminPaths.numbers,
      at,
      as: asAdmin,
      rules: [on(getNumbers, { days: [day, { ...day, day: '2026-01-03' }] })],
    })
  const span = () => screen.getByLabelText<HTMLSelectElement>('Period')

  it.each([
    ['', '30', 'Last 30 days'],
    ['?days=90', '90', 'Last 90 days'],
    ['?days=45', '45', 'Last 30 days'],
  ])('requests at %s the last %s days', async (search, days, shown) => {
    const { reads } = open(adminPaths.numbers + search)
    await waitFor(() => expect(reads(getNumbers)[0]?.query).toEqual({ days }))
    expect(span().selectedOptions[0]?.textContent).toBe(shown)
  })

  it('requests another time span and leaves the default out of the address', async () => {
    const { reads } = open(`${adminPaths.numbers}?days=90`)
    await fill('Period', '7')
    await waitFor(() => expect(reads(getNumbers).at(-1)?.query).toEqual({ days: '7' }))
    await fill('Period', '')
    await waitFor(() => expect(reads(getNumbers).at(-1)?.query).toEqual({ days: '30' }))
  })

  it('lists the newest day first', async () => {
    open()
    const table = await screen.findByRole('table', { name: 'Numbers by day' })
    await waitFor(() => expect(table.querySelectorAll('tbody tr').length).toBe(2))
    expect(table.querySelector('tbody tr')?.textContent).toContain('Jan 3')
  })
})

describe('admin token page', () => {
  const open = () => openPage(token, { path: adminPaths.token, as: asAdmin })

  it('creates a token after a confirmation, hides it, and clears it', async () => {
    open()
    await screen.findByText('None')
    await press('Generate')
    confirm('Generate')
    await screen.findByText('Valid')
    expect(screen.queryByText('short-lived')).toBeNull()
    await press('Show: Admin token')
    await screen.findByText('short-lived')
    await press('Clear')
    await screen.findByText('None')
  })
})
