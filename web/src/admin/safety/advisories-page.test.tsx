// @vitest-environment happy-dom
import {
  type Advisory,
  listAdvisories,
  listAdvisoryRevisions,
  withdrawAdvisory,
} from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './advisories-page.tsx'

const answer = exampleOf(listAdvisories)
const [advisory] = answer.advisories as [Advisory]
const listOf = (...some: Partial<Advisory>[]) =>
  on(listAdvisories, { ...answer, advisories: some.map((one) => ({ ...advisory, ...one })) })
const open = (rules = [listOf({})], at: string = adminPaths.advisories) =>
  openPage(page, { path: adminPaths.advisories, at, as: { isAdmin: true }, rules })

describe('admin list of advisories', () => {
  it('offers no changes to a withdrawn advisory', async () => {
    open([listOf({ id: 'A' }, { id: 'B', withdrawnAt: '2026-05-02T00:00:00Z' })])
    const acts = (await rowsOf('Advisories')).map((row) => offersIn(row).slice(1))
    expect(acts).toEqual([['Edit', 'Withdraw', 'History'], ['History']])
  })

  it('shows the effect of each on installs', async () => {
    open([
      listOf(
        { id: 'A', refuses_installs: true },
        { id: 'B', refuses_installs: false },
        { id: 'C', withdrawnAt: '2026-05-02T00:00:00Z' },
      ),
    ])
    const effects = (await rowsOf('Advisories')).map((row) => row.querySelectorAll('td')[2]?.textContent)
    expect(effects).toEqual(['EffectBlocks installs', 'EffectWarns', 'EffectWithdrawn'])
  })

  it('includes withdrawn advisories and bypasses caches', async () => {
    const { reads } = open(undefined, `${adminPaths.advisories}?node=birch-grain&page=2`)
    await rowsOf('Advisories')
    expect(reads(listAdvisories)[0]?.query).toEqual({
      ...{ page: '2', limit: '30' },
      ...{ include_withdrawn: 'true', node_id: 'birch-grain' },
    })
  })

  it('opens the form for the node in the address', async () => {
    open(undefined, `${adminPaths.advisories}?new=acme-blur`)
    await waitFor(() => expect(screen.getByDisplayValue('acme-blur')).toBeTruthy())
  })

  it('opens and closes the form with its button', async () => {
    open()
    await rowsOf('Advisories')
    expect(screen.queryByText('Cancel')).toBeNull()
    await press('New advisory')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByText('Cancel')).toBeNull())
  })
})

describe('action on an advisory', () => {
  it('withdraws with a reason', async () => {
    const { writes } = open()
    await press('Withdraw')
    await fill('Reason', 'It was wrong.')
    confirm('Withdraw')
    await waitFor(() => expect(writes()[0]?.route).toBe(withdrawAdvisory))
    expect(writes()[0]?.body).toEqual({ reason: 'It was wrong.' })
  })

  it('shows the original text of every revision', async () => {
    const { revisions } = exampleOf(listAdvisoryRevisions)
    open()
    await press('History')
    await waitFor(() => expect(document.querySelectorAll('dialog li')).toHaveLength(revisions.length))
  })

  it('shows an error when the revisions fail to load and retries', async () => {
    let isBroken = true
    const answerOf = () => (isBroken ? refusal(404, 'not_found') : exampleOf(listAdvisoryRevisions))
    open([listOf({}), on(listAdvisoryRevisions, answerOf)])
    await press('History')
    await screen.findByRole('alert', { hidden: true })
    isBroken = false
    confirm('Try again')
    await waitFor(() => expect(document.querySelectorAll('dialog li').length).toBeGreaterThan(0))
  })
})
