// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { markSession, sessionHint } from './hint.ts'

const isMarked = () => document.documentElement.hasAttribute('data-session')

beforeEach(() => {
  localStorage.clear()
  sessionHint.clear()
})
afterEach(() => vi.unstubAllGlobals())

/** Makes every access to the storage fail, as in browsers that block it. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
}

describe('sessionHint', () => {
  it('remembers the user and marks the document', () => {
    sessionHint.set('ada')
    expect(sessionHint.get()).toBe('ada')
    expect(isMarked()).toBe(true)
  })

  it('forgets the user', () => {
    sessionHint.set('ada')
    sessionHint.clear()
    expect(sessionHint.get()).toBeUndefined()
    expect(isMarked()).toBe(false)
  })

  it('does not write the same user again, which would notify other tabs', () => {
    const setItem = vi.fn()
    vi.stubGlobal('localStorage', { getItem: () => 'ada', setItem })
    sessionHint.set('ada')
    expect(setItem).not.toHaveBeenCalled()
    sessionHint.set('bob')
    expect(setItem).toHaveBeenCalledWith('nodeyard-session', 'bob')
  })

  it('works without storage', () => {
    blockStorage()
    sessionHint.set('ada')
    expect(sessionHint.get()).toBeUndefined()
    expect(isMarked()).toBe(true)
    sessionHint.clear()
    expect(isMarked()).toBe(false)
  })

  it('reports only sign-ins in other tabs', () => {
    const listener = vi.fn()
    sessionHint.onSet(listener)
    const change = (key: string, newValue: string | null) =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    change('nodeyard-session', null)
    change('nodeyard-theme', 'dark')
    expect(listener).not.toHaveBeenCalled()
    change('nodeyard-session', 'bob')
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('markSession', () => {
  it('marks the document before the first paint when a user was signed in', () => {
    sessionHint.set('ada')
    document.documentElement.removeAttribute('data-session')
    markSession()
    expect(isMarked()).toBe(true)
  })

  it('leaves the document alone for anonymous visitors', () => {
    markSession()
    expect(isMarked()).toBe(false)
  })

  it('survives blocked storage', () => {
    blockStorage()
    expect(markSession).not.toThrow()
  })
})
