// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../identity/identity.ts'
import { type SessionState, serverSession } from '../session/session.ts'
import { testSite } from '../site/site.test-support.tsx'
import { SiteContext } from '../site/site.ts'
import { useDraft } from './draft.ts'
import { draftName, hasDrafts, readDraft, removeDraftsOfOthers } from './draft-store.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const saved = { name: 'Acme', description: '' }
const name = draftName('ada', 'publisher:acme')

function formOf(uid: string, initial = saved) {
  const state: SessionState = { state: 'signed-in', user: { uid } as SignedInUser }
  const site = { ...testSite(), session: { ...serverSession, current: () => state } }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SiteContext value={site}>{children}</SiteContext>
  )
  return renderHook(() => useDraft('publisher:acme', initial), { wrapper }).result
}

/** Changes the shared storage like another tab. */
function otherTab(value: unknown): void {
  const newValue = value === undefined ? null : JSON.stringify(value)
  if (newValue === null) localStorage.removeItem(name)
  else localStorage.setItem(name, newValue)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: name, newValue })))
}

const type = (form: ReturnType<typeof formOf>, description: string) =>
  act(() => form.current.set({ ...form.current.value, description }))

describe('useDraft', () => {
  it('restores the input after a reload and says so', () => {
    type(formOf('ada'), 'Blurs.')
    cleanup()
    const again = formOf('ada')
    expect(again.current.value).toEqual({ name: 'Acme', description: 'Blurs.' })
    expect(again.current.isRestored).toBe(true)
  })

  it('hides the input from another user', () => {
    type(formOf('ada'), 'Blurs.')
    cleanup()
    const other = formOf('bob')
    expect(other.current.value).toEqual(saved)
    expect(other.current.isTyped).toBe(false)
  })

  it('removes the drafts of other users only', () => {
    type(formOf('ada'), 'Blurs.')
    type(formOf('adam'), 'Sharpens.')
    removeDraftsOfOthers('adam')
    expect(hasDrafts('ada')).toBe(false)
    expect(hasDrafts('adam')).toBe(true)
  })

  it('removes the draft after saving', () => {
    const form = formOf('ada')
    type(form, 'Blurs.')
    act(() => form.current.clear())
    expect(form.current.isTyped).toBe(false)
    expect(hasDrafts('ada')).toBe(false)
  })

  it('keeps input that is typed while saving', () => {
    const form = formOf('ada')
    type(form, 'Blurs.')
    const sent = form.current
    type(form, 'Blurs pictures.')
    act(() => sent.clear())
    expect(form.current.value.description).toBe('Blurs pictures.')
    expect(readDraft(name)).toEqual({ name: 'Acme', description: 'Blurs pictures.' })
  })

  it('keeps the draft when another tab saves, and reports that', () => {
    const form = formOf('ada')
    type(form, 'Blurs.')
    otherTab(undefined)
    expect(form.current.value.description).toBe('Blurs.')
    expect(form.current.elsewhere).toBe('done')
    expect(readDraft(name)).toEqual({ name: 'Acme', description: 'Blurs.' })
  })

  it('keeps both inputs when two tabs edit, and lets the user take either', () => {
    const form = formOf('ada')
    type(form, 'Blurs.')
    otherTab({ name: 'Acme', description: 'Sharpens.' })
    expect(form.current.value.description).toBe('Blurs.')
    expect(form.current.elsewhere).toBe('typing')
    act(() => form.current.takeOther())
    expect(form.current.value.description).toBe('Sharpens.')
    expect(form.current.elsewhere).toBeUndefined()
  })

  it('ignores stored fields that the form no longer has or whose type has changed', () => {
    localStorage.setItem(name, JSON.stringify({ name: 7, description: 'Blurs.', gone: 'x' }))
    expect(formOf('ada').current.value).toEqual({ name: 'Acme', description: 'Blurs.' })
    cleanup()
    localStorage.setItem(name, 'no JSON')
    expect(formOf('ada').current.isTyped).toBe(false)
  })
})
