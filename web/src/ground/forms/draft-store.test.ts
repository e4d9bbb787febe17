// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  draftName,
  hasDrafts,
  parseDraft,
  readDraft,
  removeDraft,
  removeDraftsOfOthers,
  writeDraft,
} from './draft-store.ts'

const name = draftName('ada', 'publisher:acme')

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('draft store', () => {
  it('returns what was written', () => {
    writeDraft(name, { name: 'Acme', tags: ['a', 'b'], isPublic: true })
    expect(readDraft(name)).toEqual({ name: 'Acme', tags: ['a', 'b'], isPublic: true })
  })

  it('returns undefined for a missing draft', () => {
    expect(readDraft(name)).toBeUndefined()
  })

  it('returns undefined for a corrupt draft', () => {
    localStorage.setItem(name, '{"name":')
    expect(readDraft(name)).toBeUndefined()
    expect(parseDraft('not JSON')).toBeUndefined()
    expect(parseDraft(null)).toBeUndefined()
  })

  it('ignores a full storage', () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { setItem })
    expect(() => writeDraft(name, 'text')).not.toThrow()
  })

  it('ignores a blocked storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, removeItem: refuse })
    expect(readDraft(name)).toBeUndefined()
    expect(() => removeDraft(name)).not.toThrow()
  })
})

describe('drafts of a user', () => {
  it('are found until they are removed', () => {
    expect(hasDrafts('ada')).toBe(false)
    writeDraft(name, 'text')
    expect(hasDrafts('ada')).toBe(true)
    removeDraft(name)
    expect(hasDrafts('ada')).toBe(false)
  })

  it('do not include those of a user whose id starts the same', () => {
    writeDraft(draftName('ada-lovelace', 'publisher:acme'), 'text')
    expect(hasDrafts('ada')).toBe(false)
  })

  it('do not include other values in the storage', () => {
    localStorage.setItem('nodeyard-language', 'fr')
    expect(hasDrafts('ada')).toBe(false)
  })

  it('are the only ones that remain after a change of user', () => {
    writeDraft(name, 'of Ada')
    writeDraft(draftName('bob', 'publisher:acme'), 'of Bob')
    localStorage.setItem('nodeyard-language', 'fr')
    removeDraftsOfOthers('bob')
    expect(Object.keys(localStorage).sort()).toEqual(
      [draftName('bob', 'publisher:acme'), 'nodeyard-language'].sort(),
    )
  })
})
