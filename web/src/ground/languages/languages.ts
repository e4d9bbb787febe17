import { type Locale, locales, nativeNames } from '@nodeyard/contract/ground'
import { useLocation } from 'react-router'
import { inLocale } from '../paths/links.ts'
import { useText } from '../site/site.ts'

export interface LanguageName {
  /** In the language itself. */
  own: string
  /** In the language of the page. */
  here: string
}

export function useLanguageNames(): Record<Locale, LanguageName> {
  const t = useText('common')
  const here: Record<Locale, string> = {
    ar: t('language_ar'),
    en: t('language_en'),
    es: t('language_es'),
    fr: t('language_fr'),
    ja: t('language_ja'),
    ko: t('language_ko'),
    ru: t('language_ru'),
    zh: t('language_zh'),
  }
  const named = locales.map((locale) => [locale, { own: nativeNames[locale], here: here[locale] }])
  return Object.fromEntries(named) as Record<Locale, LanguageName>
}

/** Returns the address of this page in another language, with the same path and query. */
export function useLanguagePath(): (locale: Locale) => string {
  const { pathname, search } = useLocation()
  return (locale) => inLocale(locale, pathname + search)
}

/** Whether the typed text matches one of the language's names or its code. */
export function isLanguageMeant(locale: Locale, { own, here }: LanguageName, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase()
  return [locale, own, here].some((name) => name.toLocaleLowerCase().includes(wanted))
}
