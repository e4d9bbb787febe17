// @vitest-environment happy-dom
import {
  discardJob,
  type JobState,
  listJobs,
  listQueues,
  retryJob,
  type StoredJob,
} from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './jobs-page.tsx'

const answer = exampleOf(listJobs)
const [job] = answer.jobs as [StoredJob]
const jobsIn = (...states: JobState[]) =>
  on(listJobs, { ...answer, jobs: states.map((state) => ({ ...job, id: state, state })) })
const queue = (name: string, counts: Partial<Record<JobState, number>>, oldest?: string) => ({
  name,
  counts: { waiting: 0, retrying: 0, running: 0, failed: 0, done: 0, cancelled: 0, ...counts },
  ...(oldest ? { oldest } : {}),
})
const open = (rules = [jobsIn('failed')], at: string = adminPaths.jobs) =>
  openPage(page, { path: adminPaths.jobs, at, as: { isAdmin: true }, rules })

describe('list of jobs', () => {
  it("offers the actions that fit the job's state", async () => {
    open([jobsIn('waiting', 'retrying', 'running', 'failed', 'done', 'cancelled')])
    expect((await rowsOf('Jobs')).map(offersIn)).toEqual([
      ['Run now', 'Discard'],
      ['Run now', 'Discard'],
      [],
      ['Run now', 'Discard'],
      [],
      [],
    ])
  })

  it('shows the first line of an error and the rest on demand', async () => {
    const error = 'The code host does not answer.\n    at fetch (host.ts:1)'
    open([on(listJobs, { ...answer, jobs: [{ ...job, error }] })])
    const summary = await screen.findByText('The code host does not answer.', {
      selector: 'summary *, summary',
    })
    expect(summary.closest('details')?.open).toBe(false)
  })

  it('requests the queue and state of the address', async () => {
    const { reads } = open(undefined, `${adminPaths.jobs}?queue=refresh-stars&state=failed&page=2`)
    await rowsOf('Jobs')
    expect(reads(listJobs)[0]?.query).toEqual({
      ...{ queue: 'refresh-stars', state: 'failed' },
      ...{ page: '2', limit: '50' },
    })
  })

  it('offers the queue of the address even if it is unknown', async () => {
    open(undefined, `${adminPaths.jobs}?queue=gone`)
    await rowsOf('Jobs')
    const field = screen.getByLabelText<HTMLSelectElement>('Queue')
    await waitFor(() =>
      expect([...field.options].map(({ value }) => value)).toEqual(['', 'gone', 'refresh-stars']),
    )
    expect(field.value).toBe('gone')
  })

  it('changes the address with its filters', async () => {
    const { reads } = open()
    await rowsOf('Jobs')
    await fill('State', 'failed')
    await waitFor(() => expect(reads(listJobs).at(-1)?.query['state']).toBe('failed'))
  })
})

describe('queues', () => {
  it('link each count to its jobs and collapse idle queues', async () => {
    open([on(listQueues, { queues: [queue('busy', { failed: 2 }), queue('idle', { done: 5 })] })])
    const [row, ...others] = await rowsOf('Queues')
    expect(others).toEqual([])
    const links = [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/admin/jobs?queue=busy', '/admin/jobs?queue=busy&state=failed'])
    expect(screen.getByText('idle', { selector: 'details *' }).closest('details')?.open).toBe(false)
  })

  it('show when no work is open', async () => {
    open([on(listQueues, { queues: [] })])
    await screen.findByText('Nothing is waiting, running or failed.')
  })
})

describe('action on a job', () => {
  it.each([
    ['Run now', retryJob],
    ['Discard', discardJob],
  ] as const)('confirms first: %s', async (name, route) => {
    const { writes } = open()
    await press(name)
    expect(writes()).toEqual([])
    confirm(name)
    await waitFor(() => expect(writes().map((one) => one.route)).toEqual([route]))
  })

  it('keeps its dialog open when the job leaves the list', async () => {
    let jobs = [job]
    const { site, writes } = open([on(listJobs, () => ({ ...answer, jobs }))])
    await press('Discard')
    jobs = []
    await site.queries.invalidateQueries({ queryKey: ['admin', 'jobs'] })
    await screen.findByText('No such jobs.')
    confirm('Discard')
    await waitFor(() => expect(writes()).toHaveLength(1))
  })
})
