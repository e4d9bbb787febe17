// @vitest-environment happy-dom
import { applyRescan, getRescan, listRescans, type Rescan, startRescan } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './rescans-page.tsx'

const { rescans } = exampleOf(listRescans)
const [rescan] = rescans as [Rescan]
const report = exampleOf(getRescan)
const inState = (some: Partial<Rescan>) => [
  on(listRescans, { rescans: [{ ...rescan, ...some }] }),
  on(getRescan, { ...report, rescan: { ...rescan, ...some } }),
]
const open = (rules = inState({}), at: string = adminPaths.rescans) =>
  openPage(page, { path: adminPaths.rescans, at, as: { isAdmin: true }, rules })
const applyButton = () => screen.queryByRole('button', { name: 'Apply' })

describe('rescans page', () => {
  it.each([
    ['looking', { flag: 1 }, false],
    ['looked', { flag: 1 }, true],
    ['looked', { failed: 3 }, false],
    ['looked', {}, false],
    ['applying', { flag: 1 }, false],
    ['applied', { flag: 1 }, false],
  ] as const)('lets admins apply a rescan that is %s with %o: %s', async (state, changes, isOffered) => {
    open(inState({ state, changes }))
    await rowsOf('History')
    await waitFor(() => expect(screen.getAllByText(/Rules 2/).length).toBeGreaterThan(1))
    expect(applyButton() !== null).toBe(isOffered)
  })

  it('shows the progress of a running rescan', async () => {
    open(inState({ state: 'looking', looked: 3, left: 1 }))
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar')
    expect([bar.value, bar.max]).toEqual([3, 4])
  })

  it('reports on the newest rescan, or on another on request', async () => {
    const first = open()
    await rowsOf('What would change')
    expect(first.reads(getRescan)[0]?.path).toBe(`/admin/rescans/${rescan.id}`)
    const other = open(undefined, `${adminPaths.rescans}?rescan=older&outcome=flag&rule=eval`)
    await rowsOf('What would change')
    expect(other.reads(getRescan)[0]).toMatchObject({
      path: '/admin/rescans/older',
      query: { outcome: 'flag', rule: 'eval', page: '1', limit: '50' },
    })
  })

  it('shows no report before the first rescan', async () => {
    open([on(listRescans, { rescans: [] })])
    await screen.findByText('None yet.')
    expect(screen.queryByLabelText('Rule')).toBeNull()
  })

  it('filters the report by outcome', async () => {
    const { reads } = open()
    await fill('Outcome', 'release')
    await waitFor(() => expect(reads(getRescan).at(-1)?.query['outcome']).toBe('release'))
  })
})

describe('action on rescans', () => {
  it('rescans versions of older rules without a confirmation', async () => {
    const { writes } = open()
    await press('Rescan versions checked by older rules')
    await waitFor(() => expect(writes()).toMatchObject([{ route: startRescan, body: { everything: false } }]))
  })

  it('confirms before it rescans everything', async () => {
    const { writes } = open()
    await press('Rescan everything')
    expect(writes()).toEqual([])
    confirm('Rescan everything')
    await waitFor(() => expect(writes()).toMatchObject([{ body: { everything: true } }]))
  })

  it('shows why a rescan did not start', async () => {
    open([...inState({}), on(startRescan, refusal(409, 'conflict', 'One is running.'))])
    await press('Rescan versions checked by older rules')
    await screen.findByText('One is running.')
  })

  it('applies the results after a confirmation with their counts', async () => {
    const { writes } = open(inState({ state: 'looked', changes: { flag: 2, release: 1 } }))
    await press('Apply')
    confirm('Apply')
    await waitFor(() => expect(writes()[0]?.route).toBe(applyRescan))
  })
})
