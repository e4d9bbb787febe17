// @vitest-environment happy-dom
import {
  type AbuseReport,
  answerReport,
  closeReports,
  listReports,
  type ReportedNode,
  takeReports,
} from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  confirm,
  fill,
  offersIn,
  openPage,
  press,
  rowsOf,
  tick,
} from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './reports-page.tsx'

const answer = exampleOf(listReports)
const [node] = answer.nodes as [ReportedNode]
const [report] = node.reports as [AbuseReport]
const reported = (...reports: Partial<AbuseReport>[]) =>
  on(listReports, {
    ...answer,
    nodes: [{ ...node, reports: reports.map((some, index) => ({ ...report, id: `r${index}`, ...some })) }],
  })
const open = (rules = [reported({})], at: string = adminPaths.reports) =>
  openPage(page, { path: adminPaths.reports, at, as: { isAdmin: true }, rules })
const offered = async () => offersIn((await rowsOf('Abuse reports'))[0] ?? document.body).slice(1)

describe('list of abuse reports', () => {
  it('offers to take, answer and close an open report', async () => {
    open()
    expect(await offered()).toEqual([
      'Review its versions',
      'Write an advisory',
      'Assign to me',
      'Answer',
      'Close report',
    ])
  })

  it('offers to release a taken report, and nothing for a closed one', async () => {
    open([
      reported({ state: 'taken', takenBy: { id: 'x', name: 'Bo' } }, { state: 'closed', outcome: 'acted' }),
    ])
    expect(await offered()).toEqual([
      ...['Review its versions', 'Write an advisory'],
      ...['Unassign', 'Answer', 'Close report'],
    ])
    screen.getByText('Assigned to Bo')
  })

  it('offers actions on all reports of a node only when there are several', async () => {
    open([reported({}, {})])
    expect((await offered()).slice(0, 2)).toEqual(['Assign all to me', 'Close all'])
    open([reported({ state: 'taken' }, { state: 'taken' })])
    expect((await offered()).slice(0, 2)).toEqual(['Close all', 'Review its versions'])
  })

  it('links to the review and to a new advisory for the node', async () => {
    open()
    const [row] = await rowsOf('Abuse reports')
    const addresses = [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(addresses).toEqual([
      '/nodes/acme-blur',
      '/admin/nodeversions?nodeId=acme-blur',
      '/admin/advisories?new=acme-blur',
    ])
  })

  it('requests the filters of the address', async () => {
    const { reads } = open(undefined, `${adminPaths.reports}?state=closed&kind=malware&node=blur&mine=1`)
    await rowsOf('Abuse reports')
    expect(reads(listReports)[0]?.query).toEqual({
      ...{ state: 'closed', kind: 'malware', node_id: 'blur', mine: 'true' },
      ...{ page: '1', limit: '20' },
    })
  })

  it("filters for the admin's own reports and back", async () => {
    const { reads } = open()
    await press('Only mine')
    await waitFor(() => expect(reads(listReports).at(-1)?.query['mine']).toBe('true'))
    await press('Only mine')
    await waitFor(() => expect(screen.getByText('Only mine').getAttribute('aria-pressed')).toBe('false'))
  })

  it('shows when there are no reports', async () => {
    open([on(listReports, { ...answer, nodes: [] })])
    await screen.findByText('No reports.')
  })
})

describe('action on reports', () => {
  it('takes all open reports', async () => {
    const { writes } = open([reported({}, {}, { state: 'taken' })])
    await press('Assign all to me')
    await waitFor(() => expect(writes()[0]?.route).toBe(takeReports))
    expect(writes()[0]?.body).toEqual({ reportIds: ['r0', 'r1'], isTaken: true })
  })

  it('reloads the list when another admin took a report first', async () => {
    const { reads } = open([reported({}), on(takeReports, refusal(409, 'conflict', 'Bo has taken it.'))])
    await press('Assign to me')
    await screen.findByText('Bo has taken it.')
    await waitFor(() => expect(reads(listReports).length).toBe(2))
  })

  it('sends a reply to the reporter', async () => {
    const { writes } = open()
    await press('Answer')
    await fill('Reason', 'Thank you.')
    confirm('Answer')
    await waitFor(() => expect(writes()[0]?.route).toBe(answerReport))
    expect(writes()[0]).toMatchObject({ path: '/admin/reports/r0/answers', body: { text: 'Thank you.' } })
  })

  it('closes with an outcome, a reason and a choice of recipients', async () => {
    const { writes } = open([reported({}, {})])
    await press('Close all')
    await fill('Outcome', 'spam')
    await tick('Tell the reporters')
    await fill('Reason', 'Spam.')
    confirm('Close report')
    await waitFor(() => expect(writes()[0]?.route).toBe(closeReports))
    expect(writes()[0]?.body).toEqual({
      ...{ reportIds: ['r0', 'r1'], outcome: 'spam', reason: 'Spam.' },
      ...{ tellReporters: false, tellPublisher: false },
    })
  })
})
