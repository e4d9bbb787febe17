// @vitest-environment happy-dom
import { updatePublisher } from '@nodeyard/contract/people'
import { QueryObserver } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { siteOf } from '../site/site.test-support.tsx'
import { type Site, SiteContext } from '../site/site.ts'
import { useAction } from './use-action.ts'

afterEach(cleanup)

const save = ({ registry }: Site) =>
  registry.call(updatePublisher, { params: { publisherId: 'acme' }, body: { name: 'Acme' } })

function actionOn(site: Site) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SiteContext value={site}>{children}</SiteContext>
  )
  return renderHook(() => useAction(), { wrapper }).result
}

describe('useAction', () => {
  it('finishes after the invalidated queries are refetched', async () => {
    const site = siteOf('ada', () => ({}))
    const again = Promise.withResolvers<string>()
    const read = vi.fn(async () => (read.mock.calls.length === 1 ? 'old' : again.promise))
    const shown = new QueryObserver(site.queries, { queryKey: ['publishers', 'acme'], queryFn: read })
    const leave = shown.subscribe(() => {})
    const action = actionOn(site)
    const onDone = vi.fn()
    await act(async () => void action.current.run(() => save(site)).then(onDone))
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    expect([action.current.isRunning, onDone.mock.calls.length]).toEqual([true, 0])
    await act(async () => again.resolve('new'))
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(true))
    expect(shown.getCurrentResult().data).toBe('new')
    leave()
  })

  it('does not wait for unrelated failed queries', async () => {
    const site = siteOf('ada', () => ({}))
    const read = vi.fn(() => Promise.reject(new Error('Away.')))
    const shown = new QueryObserver(site.queries, { queryKey: ['admin'], queryFn: read, retry: false })
    const leave = shown.subscribe(() => {})
    await waitFor(() => expect(shown.getCurrentResult().isError).toBe(true))
    const action = actionOn(site)
    await act(async () => expect(await action.current.run(() => save(site))).toBe(true))
    expect(read).toHaveBeenCalledTimes(1)
    leave()
  })
})
