// @vitest-environment happy-dom
import { nativeNames } from '@nodeyard/contract/ground'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { english, testSite, withSite } from '../site/site.test-support.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { declineOffer, hasDeclined, preferLocale, preferredLocale } from './language-preference.ts'

const dismiss = english('common')('dismiss')

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => render(withSite(testSite(), <LanguageOffer />, '/nodes/acme-blur?days=30'))

describe('LanguageOffer', () => {
  it('offers the preferred language for this page', async () => {
    preferLocale('fr')
    open()
    const link = await screen.findByText(nativeNames.fr)
    expect(link.getAttribute('href')).toBe('/fr/nodes/acme-blur?days=30')
    expect(link.lang).toBe('fr')
  })

  it.each([undefined, 'en'] as const)('is absent with the preference %j', async (locale) => {
    if (locale) preferLocale(locale)
    open()
    await Promise.resolve()
    expect(screen.queryByText(dismiss)).toBeNull()
  })

  it('stays away once dismissed', async () => {
    preferLocale('fr')
    open()
    fireEvent.click(await screen.findByText(dismiss))
    await waitFor(() => expect(screen.queryByText(dismiss)).toBeNull())
    cleanup()
    open()
    expect(screen.queryByText(dismiss)).toBeNull()
  })

  it('returns when the user prefers another language', async () => {
    preferLocale('fr')
    declineOffer()
    preferLocale('de' as 'fr')
    preferLocale('ja')
    open()
    await screen.findByText(nativeNames.ja)
  })
})

describe('language preference', () => {
  it('ignores an unknown value in the storage', () => {
    localStorage.setItem('nodeyard-language', 'tlh')
    expect(preferredLocale()).toBeUndefined()
  })

  it('is declined for one language only', () => {
    preferLocale('fr')
    declineOffer()
    expect(hasDeclined()).toBe(true)
    preferLocale('ja')
    expect(hasDeclined()).toBe(false)
  })

  it('works without storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect(preferredLocale()).toBeUndefined()
    expect(() => preferLocale('fr')).not.toThrow()
    expect(() => declineOffer()).not.toThrow()
  })
})
