// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testSite, withSite } from '../site/site.test-support.tsx'
import { useLoaded } from './loaded.ts'
import { NodeIcon } from './node-icon.tsx'
import { TabLinks } from './tab-links.tsx'
import { Timestamp } from './timestamp.tsx'
import { useSome } from './use-some.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The DOM of the tests loads no pictures. */
const pictureLoading = (isComplete: boolean) =>
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(isComplete)

describe('NodeIcon', () => {
  beforeEach(() => {
    pictureLoading(false)
  })

  it('draws a picture from the id when there is none', () => {
    render(<NodeIcon id="acme-blur" />)
    expect(document.querySelector('img')).toBeNull()
    expect(document.querySelectorAll('svg path').length).toBeGreaterThan(2)
  })

  it('replaces a picture that fails to load', () => {
    render(<NodeIcon id="acme-blur" picture="/nodes/acme-blur/icon" />)
    fireEvent.error(document.querySelector('img') as HTMLImageElement)
    expect(document.querySelector('img')).toBeNull()
    expect(document.querySelector('svg')).not.toBeNull()
  })

  it('replaces a picture that failed before the scripts of the page ran', () => {
    pictureLoading(true)
    render(<NodeIcon id="acme-blur" picture="/nodes/acme-blur/icon" />)
    expect(document.querySelector('img')).toBeNull()
  })

  it('loads pictures in lists lazily', () => {
    const { rerender } = render(<NodeIcon id="a" picture="/a" />)
    const loading = () => document.querySelector('img')?.getAttribute('loading')
    expect(loading()).toBe('lazy')
    rerender(<NodeIcon id="a" picture="/a" size="large" />)
    expect(loading()).toBe('eager')
  })
})

describe('Timestamp', () => {
  it('shows the UTC day and adds the exact time on demand', () => {
    render(withSite(testSite(), <Timestamp iso="2026-05-01T23:30:00Z" />))
    const time = screen.getByText('May 1, 2026')
    expect(time.getAttribute('datetime')).toBe('2026-05-01T23:30:00Z')
    expect(time.title).toBe('')
    fireEvent.pointerEnter(time)
    expect(time.title).toContain('UTC')
    expect(time.title).toMatch(/11:30/)
  })
})

describe('TabLinks', () => {
  const tabs = [
    { to: '/nodes/a/manage', text: 'Details' },
    { to: '/nodes/a/manage/versions', text: 'Versions', hasPagesBelow: true },
  ]
  const currentAt = (at: string) => {
    cleanup()
    render(withSite(testSite(), <TabLinks label="acme-blur" tabs={tabs} />, at))
    return screen
      .getAllByRole('link')
      .flatMap((link) =>
        (link.ariaCurrent ?? link.getAttribute('aria-current')) === 'page' ? [link.textContent] : [],
      )
  }

  it('marks the current tab', () => {
    expect(currentAt('/nodes/a/manage')).toEqual(['Details'])
    expect(currentAt('/nodes/a/manage/versions')).toEqual(['Versions'])
  })

  it('counts pages below a tab only if it has any', () => {
    expect(currentAt('/nodes/a/manage/versions/1.0.0')).toEqual(['Versions'])
    expect(currentAt('/nodes/a/manage/transfer')).toEqual([])
  })
})

describe('useSome', () => {
  const items = Array.from({ length: 120 }, (_, index) => index)

  it('reveals a long list in steps of 50', () => {
    const { result } = renderHook(() => useSome(items))
    const seen = () => [result.current.some.length, result.current.next]
    expect(seen()).toEqual([50, 50])
    act(() => result.current.more())
    expect(seen()).toEqual([100, 20])
    act(() => result.current.more())
    expect(seen()).toEqual([120, 0])
  })

  it('shows a short list at once', () => {
    const { result } = renderHook(() => useSome([1, 2]))
    expect([result.current.some, result.current.next]).toEqual([[1, 2], 0])
  })
})

describe('useLoaded', () => {
  it('passes from loading to the value', async () => {
    const load = async () => 'value'
    const { result } = renderHook(() => useLoaded(load))
    expect(result.current.state).toBe('loading')
    await waitFor(() => expect(result.current).toEqual({ state: 'done', value: 'value' }))
  })

  it('can be retried after an error', async () => {
    const load = vi.fn<() => Promise<string>>()
    load.mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('value')
    const { result } = renderHook(() => useLoaded(load))
    await waitFor(() => expect(result.current.state).toBe('failed'))
    act(() => {
      if (result.current.state === 'failed') result.current.retry()
    })
    expect(result.current.state).toBe('loading')
    await waitFor(() => expect(result.current).toEqual({ state: 'done', value: 'value' }))
  })

  it('ignores the result of an outdated load', async () => {
    const first = Promise.withResolvers<string>()
    const second = Promise.withResolvers<string>()
    const loads = [() => first.promise, () => second.promise] as const
    const { result, rerender } = renderHook(({ index }: { index: 0 | 1 }) => useLoaded(loads[index]), {
      initialProps: { index: 0 },
    })
    rerender({ index: 1 })
    await act(async () => first.resolve('old'))
    expect(result.current.state).toBe('loading')
    await act(async () => second.resolve('new'))
    expect(result.current).toEqual({ state: 'done', value: 'new' })
  })
})
