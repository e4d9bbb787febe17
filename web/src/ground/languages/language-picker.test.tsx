// @vitest-environment happy-dom
import { locales, nativeNames } from '@nodeyard/contract/ground'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { english, testSite, withSite } from '../site/site.test-support.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { preferredLocale } from './language-preference.ts'

const t = english('common')

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Opens the picker of a page, as a pointer on its button does. */
function open(at = '/nodes/acme-blur?days=30', locale: 'en' | 'fr' = 'en'): void {
  render(withSite(testSite(locale), <LanguagePicker />, at))
  fireEvent.pointerEnter(document.querySelector('details') as HTMLElement)
}

const search = () => screen.getByPlaceholderText<HTMLInputElement>(t('search_languages'))
const languages = () => screen.getAllByRole<HTMLAnchorElement>('link', { hidden: true })
const type = (text: string) => fireEvent.change(search(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })

describe('LanguagePicker', () => {
  it('links to this page in every language', () => {
    open()
    expect(languages().map((link) => link.getAttribute('href'))).toEqual(
      locales.map((locale) => `${locale === 'en' ? '' : `/${locale}`}/nodes/acme-blur?days=30`),
    )
  })

  it('marks the current language', () => {
    open('/', 'fr')
    const current = languages().filter((link) => link.getAttribute('aria-current') === 'true')
    expect(current.map((link) => link.hreflang)).toEqual(['fr'])
  })

  it('names each language in itself, with its text direction', () => {
    open()
    const arabic = screen.getByText(nativeNames.ar)
    expect([arabic.lang, arabic.dir]).toEqual(['ar', 'rtl'])
  })

  it('filters by name and by code', () => {
    open()
    type('fran')
    expect(languages().map((link) => link.hreflang)).toEqual(['fr'])
    type('JA')
    expect(languages().map((link) => link.hreflang)).toContain('ja')
  })

  it('announces that no language matches', () => {
    open()
    type('klingon')
    expect(screen.queryAllByRole('link', { hidden: true })).toEqual([])
    screen.getByText(t('no_language'))
  })

  it('remembers the picked language', () => {
    open()
    fireEvent.click(screen.getByText(nativeNames.fr))
    expect(preferredLocale()).toBe('fr')
  })

  it('renders its search field only once it is needed', () => {
    render(withSite(testSite(), <LanguagePicker />))
    expect(screen.queryByPlaceholderText(t('search_languages'))).toBeNull()
    fireEvent.focus(document.querySelector('summary') as HTMLElement)
    search()
  })
})

describe('keys of the language picker', () => {
  it('move through the languages with the arrows, and wrap around', () => {
    open()
    search().focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(languages()[0])
    press('ArrowDown')
    expect(document.activeElement).toBe(languages()[1])
    press('ArrowUp')
    press('ArrowUp')
    expect(document.activeElement).toBe(search())
    press('ArrowUp')
    expect(document.activeElement).toBe(languages().at(-1))
  })

  it('open the first match with Enter', () => {
    open()
    type('fran')
    search().focus()
    press('Enter')
    expect(preferredLocale()).toBe('fr')
  })
})
