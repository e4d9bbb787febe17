// @vitest-environment happy-dom
import { type AuditLine, listAuditEvents } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './audit-page.tsx'

const { events } = exampleOf(listAuditEvents)
const [line] = events as [AuditLine]
const linesOf = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => ({ ...line, id: first - index }))
/** A log with `count` events, 100 per page. */
const logOf = (count: number) =>
  on(listAuditEvents, ({ query }) => {
    const first = query['before'] ? Number(query['before']) - 1 : count
    return { events: linesOf(Math.min(100, first), first) }
  })
const open = (rules = [logOf(3)], at: string = adminPaths.audit) =>
  openPage(page, { path: adminPaths.audit, at, as: { isAdmin: true }, rules })

describe('audit log', () => {
  it('requests the filters of the address', async () => {
    const { reads } = open(
      undefined,
      `${adminPaths.audit}?actor=ada&action=version.approve&publisher=acme&from=2026-01-02&to=nonsense`,
    )
    await rowsOf('Audit log')
    expect(reads(listAuditEvents)[0]?.query).toEqual({
      ...{ actor: 'ada', action: 'version.approve', publisher_id: 'acme', from: '2026-01-02', limit: '100' },
    })
  })

  it('links actor, action and subject to the events that share them', async () => {
    open()
    const [row] = await rowsOf('Audit log')
    const links = [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/admin/audit?actor=user-ada',
      '/admin/audit?action=version.approve',
      `/admin/audit?subject=${encodeURIComponent(line.subject.id)}`,
    ])
  })

  it('shows no change for an event without one', async () => {
    const { before: _, after: __, ...plain } = line
    open([on(listAuditEvents, { events: [plain] })])
    const [row] = await rowsOf('Audit log')
    expect(row?.querySelectorAll('details')).toHaveLength(0)
  })

  it('pages to older events and back', async () => {
    const { reads } = open([logOf(101)])
    await rowsOf('Audit log')
    expect(screen.queryByText('Previous')).toBeNull()
    await press('Next')
    await waitFor(() => expect(reads(listAuditEvents).at(-1)?.query['before']).toBe('2'))
    await waitFor(() => expect(screen.queryByText('Next')).toBeNull())
    await press('Previous')
    await screen.findByText('Next')
  })

  it('returns to the newest event when a filter changes', async () => {
    const { reads } = open([logOf(101)])
    await press('Next')
    await waitFor(() => expect(reads(listAuditEvents).at(-1)?.query['before']).toBe('2'))
    await fill('Action', 'node.ban')
    await waitFor(() =>
      expect(reads(listAuditEvents).at(-1)?.query).toEqual({ action: 'node.ban', limit: '100' }),
    )
  })

  it('shows when no event matches', async () => {
    open([on(listAuditEvents, { events: [] })])
    await screen.findByText('No matching entries.')
  })
})

describe('audit log export', () => {
  it('reads every page of the filtered events', async () => {
    const { reads } = open([logOf(201)], `${adminPaths.audit}?actor=ada`)
    await rowsOf('Audit log')
    await press('Export as JSON lines')
    await waitFor(() => expect(reads(listAuditEvents)).toHaveLength(4))
    const asked = reads(listAuditEvents)
      .slice(1)
      .map(({ query }) => query['before'])
    expect(asked).toEqual([undefined, '102', '2'])
  })

  it('shows why it failed', async () => {
    let isBroken = false
    open([
      on(listAuditEvents, () =>
        isBroken ? Response.json({ error: 'x', message: 'Too many requests.' }, { status: 404 }) : { events },
      ),
    ])
    await rowsOf('Audit log')
    isBroken = true
    await press('Export as JSON lines')
    await screen.findByText('Too many requests.')
  })
})
