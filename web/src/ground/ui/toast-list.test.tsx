// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site/site.test-support.tsx'
import { SiteContext } from '../site/site.ts'
import { currentToasts, dismissToast, onToasts, showToast } from './toast.ts'
import { ToastList } from './toast-list.tsx'

function Shown() {
  return <ToastList toasts={useSyncExternalStore(onToasts, currentToasts)} />
}

const width = 400

beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: width })
  HTMLElement.prototype.setPointerCapture = () => {}
  render(
    <SiteContext value={testSite()}>
      <Shown />
    </SiteContext>,
  )
})

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  cleanup()
  vi.useRealTimers()
})

function drag(toast: HTMLElement, share: number): void {
  fireEvent.pointerDown(toast, { button: 0, clientX: 0, pointerId: 1, pointerType: 'touch' })
  fireEvent.pointerMove(toast, { clientX: width * share, pointerId: 1, pointerType: 'touch' })
  fireEvent.pointerUp(toast, { clientX: width * share, pointerId: 1, pointerType: 'touch' })
}

describe('toasts', () => {
  it('hide after five seconds', () => {
    act(() => showToast('success', 'Saved.'))
    act(() => vi.advanceTimersByTime(4999))
    expect(screen.queryByText('Saved.')).not.toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('stay while the pointer is over them', () => {
    act(() => showToast('failure', 'No.'))
    fireEvent.pointerEnter(screen.getByRole('alert'))
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryByText('No.')).not.toBeNull()
    fireEvent.pointerLeave(screen.getByRole('alert'))
    act(() => vi.advanceTimersByTime(5000))
    expect(screen.queryByText('No.')).toBeNull()
  })

  it('dismiss after a drag over more than 80 percent of their width', () => {
    act(() => showToast('success', 'Saved.'))
    drag(screen.getByRole('status'), 0.79)
    expect(screen.queryByText('Saved.')).not.toBeNull()
    drag(screen.getByRole('status'), -0.8)
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('close with their button', () => {
    act(() => showToast('success', 'Saved.'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Saved.')).toBeNull()
  })
})
