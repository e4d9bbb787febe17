// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Popover } from './popover.tsx'

afterEach(cleanup)

function open() {
  const onIntent = vi.fn()
  const element = (
    <>
      <Popover label="Menu" summary="Menu" summaryClass="menu" panelClass="panel" onIntent={onIntent}>
        <a href="/account">Account</a>
      </Popover>
      <button type="button">Elsewhere</button>
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  render(<RouterProvider router={router} />)
  const details = document.querySelector('details') as HTMLDetailsElement
  details.open = true
  return { details, router, onIntent }
}

describe('Popover', () => {
  it('closes on Escape and returns the focus to its button', () => {
    const { details } = open()
    fireEvent.keyDown(screen.getByText('Account'), { key: 'Escape' })
    expect(details.open).toBe(false)
    expect(document.activeElement?.tagName).toBe('SUMMARY')
  })

  it('stays open on other keys', () => {
    const { details } = open()
    fireEvent.keyDown(screen.getByText('Account'), { key: 'ArrowDown' })
    expect(details.open).toBe(true)
  })

  it.each(['pointerdown', 'focusin'])('closes on a %s elsewhere', (type) => {
    const { details } = open()
    screen.getByText('Elsewhere').dispatchEvent(new Event(type, { bubbles: true }))
    expect(details.open).toBe(false)
  })

  it('stays open on a press inside', () => {
    const { details } = open()
    screen.getByText('Account').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    expect(details.open).toBe(true)
  })

  it('closes after a navigation', async () => {
    const { details, router } = open()
    await act(() => router.navigate('/account'))
    expect(details.open).toBe(false)
  })

  it('announces that the pointer reached its button', () => {
    const { details, onIntent } = open()
    fireEvent.pointerEnter(details)
    fireEvent.focus(screen.getByText('Menu'))
    expect(onIntent).toHaveBeenCalled()
  })
})
