// @vitest-environment happy-dom
import { getPublishReport, type PublishReport } from '@nodeyard/contract/packs'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleOf, refusal } from '../../ground/site/registry.test-support.ts'
import { type Call, siteOf } from '../../ground/site/site.test-support.tsx'
import { SiteContext } from '../../ground/site/site.ts'
import { useLiveReport } from './use-live-report.ts'

const report = exampleOf(getPublishReport)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function Revision() {
  const { data } = useLiveReport('acme-blur', '1.2.0')
  return <output>{data?.revision ?? 'none'}</output>
}

/** Shows the report of a version; each long poll waits until the test answers it. */
function open(first: Partial<PublishReport> = { revision: 'one' }) {
  const polls: { after: string | null; answer(response: unknown): void }[] = []
  const reads: string[] = []
  const site = siteOf('ada', ({ path, query }: Call) => {
    if (!query.has('wait')) {
      reads.push(path)
      return { ...report, ...first }
    }
    return new Promise((answer) => polls.push({ after: query.get('after'), answer }))
  })
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <Revision />
      </QueryClientProvider>
    </SiteContext>,
  )
  return { polls, reads, site }
}

const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('useLiveReport', () => {
  it('waits for the revision after the one on screen', async () => {
    const { polls } = open()
    await waitFor(() => expect(polls.map(({ after }) => after)).toEqual(['one']))
  })

  it('shows a new revision without reading it again, and waits for the next', async () => {
    const { polls, reads } = open()
    await waitFor(() => expect(polls).toHaveLength(1))
    polls[0]?.answer({ ...report, revision: 'two' })
    await screen.findByText('two')
    await waitFor(() => expect(polls.map(({ after }) => after)).toEqual(['one', 'two']))
    expect(reads).toHaveLength(1)
  })

  it('polls again when nothing has changed', async () => {
    const { polls } = open()
    await waitFor(() => expect(polls).toHaveLength(1))
    polls[0]?.answer({ ...report, revision: 'one' })
    await waitFor(() => expect(polls).toHaveLength(2))
    screen.getByText('one')
  })

  it('does not poll while the page is hidden', async () => {
    hide(true)
    const { polls } = open()
    await screen.findByText('one')
    expect(polls).toEqual([])
    hide(false)
    await waitFor(() => expect(polls).toHaveLength(1))
  })

  it('invalidates the rest of the node after a change', async () => {
    const { polls, site } = open()
    site.queries.setQueryData(['nodes', 'acme-blur', 'versions'], [])
    await waitFor(() => expect(polls).toHaveLength(1))
    polls[0]?.answer({ ...report, revision: 'two' })
    await screen.findByText('two')
    await waitFor(() =>
      expect(site.queries.getQueryState(['nodes', 'acme-blur', 'versions'])?.isInvalidated).toBe(true),
    )
  })

  it('waits before it polls again after an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { polls } = open()
    await vi.waitFor(() => expect(polls).toHaveLength(1))
    polls[0]?.answer(refusal(503, 'unavailable'))
    await vi.advanceTimersByTimeAsync(1999)
    expect(polls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(polls).toHaveLength(2)
    polls[1]?.answer(refusal(503, 'unavailable'))
    await vi.advanceTimersByTimeAsync(3999)
    expect(polls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(polls).toHaveLength(3)
  })

  it('stops when the user leaves the page', async () => {
    const { polls } = open()
    await waitFor(() => expect(polls).toHaveLength(1))
    cleanup()
    polls[0]?.answer({ ...report, revision: 'one' })
    await Promise.resolve()
    expect(polls).toHaveLength(1)
  })
})
