/** The interface languages, in the order of the language picker. */
export const locales = ['ar', 'en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh'] as const
export type Locale = (typeof locales)[number]

export const fallbackLocale: Locale = 'en'

/** Each language by its own name. */
export const nativeNames: Record<Locale, string> = {
  ar: 'العربية',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  zh: '中文',
}

/** Languages whose translation is still being proven; the picker marks them. */
export const betaLocales: ReadonlySet<Locale> = new Set(['ar'])

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

export function isLocale(value: string | undefined): value is Locale {
  return (locales as readonly string[]).includes(value ?? '')
}

/** Picks the offered language that suits a reader of `wanted`: the same, a variety of it, or else English. */
export function closestLanguage(offered: readonly string[], wanted: string): string | undefined {
  const main = (language: string) => language.toLowerCase().split('-')[0]
  const isWanted = (language: string) => language.toLowerCase() === wanted.toLowerCase()
  const sorted = offered.toSorted()
  return (
    sorted.find(isWanted) ??
    sorted.find((language) => main(language) === main(wanted)) ??
    sorted.find((language) => main(language) === fallbackLocale)
  )
}
