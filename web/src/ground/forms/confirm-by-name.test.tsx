// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testSite, withSite } from '../site/site.test-support.tsx'
import { ConfirmByName } from './confirm-by-name.tsx'

afterEach(cleanup)

function open({ isRunning = false } = {}) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  render(
    withSite(
      testSite(),
      <ConfirmByName
        title="Delete the node"
        name="acme-blur"
        action="Delete"
        isRunning={isRunning}
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>All versions are removed.</p>
      </ConfirmByName>,
    ),
  )
  return { onConfirm, onClose }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const button = () => screen.getByText<HTMLButtonElement>('Delete')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const submit = () => fireEvent.submit(field().form as HTMLFormElement)

describe('ConfirmByName', () => {
  it('shows the consequences under its title', () => {
    open()
    screen.getByRole('dialog', { name: 'Delete the node' })
    screen.getByText('All versions are removed.')
  })

  it.each(['', 'acme', 'acme-blur2', 'ACME-BLUR', 'acme blur'])('stays disabled for %j', (typed) => {
    const { onConfirm } = open()
    type(typed)
    expect(button().disabled).toBe(true)
    submit()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('confirms the exact name, also with spaces around it', () => {
    const { onConfirm } = open()
    type(' acme-blur ')
    expect(button().disabled).toBe(false)
    submit()
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('cannot be submitted twice', () => {
    const { onConfirm } = open({ isRunning: true })
    type('acme-blur')
    expect(button().disabled).toBe(true)
    submit()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('can be cancelled', () => {
    const { onClose, onConfirm } = open()
    fireEvent.click(screen.getByText('Cancel'))
    expect(onClose).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('does not let the browser correct or complete the name', () => {
    open()
    expect(field().getAttribute('autocomplete')).toBe('off')
    expect(field().getAttribute('autocapitalize')).toBe('off')
    expect(field().getAttribute('spellcheck')).toBe('false')
  })
})
