// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { english, testSite, withSite } from '../site/site.test-support.tsx'
import type { Draft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'

afterEach(cleanup)

const t = english('forms')

function open(state: Partial<Draft<string>>) {
  const clear = vi.fn()
  const takeOther = vi.fn()
  const draft = { value: '', isTyped: false, isRestored: false, set: () => {}, clear, takeOther, ...state }
  render(withSite(testSite(), <DraftNote draft={draft} />))
  return { clear, takeOther }
}

describe('DraftNote', () => {
  it('is absent for saved values', () => {
    open({})
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('is absent for input of this page', () => {
    open({ isTyped: true })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('offers to discard restored input', () => {
    const { clear } = open({ isTyped: true, isRestored: true })
    screen.getByText(t('draft_kept'))
    fireEvent.click(screen.getByText(t('draft_start_over')))
    expect(clear).toHaveBeenCalledOnce()
  })

  it('offers the input of another tab', () => {
    const { takeOther, clear } = open({ isTyped: true, isRestored: true, elsewhere: 'typing' })
    screen.getByText(t('draft_other_typing'))
    fireEvent.click(screen.getByText(t('draft_other_take')))
    expect(takeOther).toHaveBeenCalledOnce()
    expect(clear).not.toHaveBeenCalled()
  })

  it('explains that another tab has finished', () => {
    const { clear } = open({ isTyped: true, elsewhere: 'done' })
    screen.getByText(t('draft_other_done'))
    fireEvent.click(screen.getByText(t('draft_start_over')))
    expect(clear).toHaveBeenCalledOnce()
  })
})
