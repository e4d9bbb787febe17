// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

/** A page with a button that opens a dialog, and that can disappear together with it. */
function Page({ isGone = false }: { isGone?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main id="content" tabIndex={-1}>
      {!(isGone && isOpen) && (
        <button type="button" onClick={() => setOpen(true)}>
          Delete
        </button>
      )}
      {isOpen && (
        <Dialog title="Delete the node?" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            Keep it
          </button>
        </Dialog>
      )}
    </main>
  )
}

const open = () => {
  const button = screen.getByText('Delete')
  button.focus()
  fireEvent.click(button)
}

describe('Dialog', () => {
  it('is modal and named by its title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    render(<Page />)
    open()
    screen.getByRole('dialog', { name: 'Delete the node?' })
    expect(showModal).toHaveBeenCalledOnce()
    showModal.mockRestore()
  })

  it('is gone before the next key after Escape', () => {
    render(<Page />)
    open()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('Delete'))
  })

  it('closes when the browser closes it', () => {
    render(<Page />)
    open()
    fireEvent(screen.getByRole('dialog'), new Event('close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('returns the focus to the button that opened it', () => {
    render(<Page />)
    open()
    fireEvent.click(screen.getByText('Keep it'))
    expect(document.activeElement).toBe(screen.getByText('Delete'))
  })

  it('moves the focus to the content when the button is gone', () => {
    const { rerender } = render(<Page />)
    open()
    rerender(<Page isGone />)
    const dialog = screen.getByRole('dialog')
    fireEvent(dialog, new Event('close'))
    expect(document.activeElement?.id).toBe('content')
  })
})
