import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/ground'
import english from './locales/en.json' with { type: 'json' }
import { plain } from './output.ts'

type Dictionary = Readonly<Record<string, string>>
type WithoutPlural<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key
export type TextKey = WithoutPlural<keyof typeof english>
/** `count` selects the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

/** Returns a text in the language of the user. */
export type Texts = (key: TextKey, values?: TextValues) => string

/** Parts of recommended commands that the caller cannot know. */
const unsaid: Readonly<Record<string, string>> = { nodeyard: 'nodeyard', folder: '', into: '', at: '' }

/** Reads texts in the format of the site's: `{{name}}` is a placeholder, and plural forms have suffixes such as `_few`. */
export function textsOf(locale: Locale, dictionary: Dictionary): Texts {
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (key, values = {}) => {
    const count = values['count']
    const plural = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key
    const text = dictionary[plural] ?? dictionary[`${key}_other`] ?? dictionary[key]
    // Keys can contain a word of a response.
    if (text === undefined) return locale === fallbackLocale ? plain(key) : inEnglish(key, values)
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name] ?? unsaid[name]
      return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
    })
  }
}

/** The texts that messages of errors and of other programs use. */
export const inEnglish: Texts = textsOf('en', english)

const dictionaries: Record<Locale, () => Promise<{ default: Dictionary }>> = {
  ar: () => import('./locales/ar.json', { with: { type: 'json' } }),
  en: async () => ({ default: english }),
  es: () => import('./locales/es.json', { with: { type: 'json' } }),
  fr: () => import('./locales/fr.json', { with: { type: 'json' } }),
  ja: () => import('./locales/ja.json', { with: { type: 'json' } }),
  ko: () => import('./locales/ko.json', { with: { type: 'json' } }),
  ru: () => import('./locales/ru.json', { with: { type: 'json' } }),
  zh: () => import('./locales/zh.json', { with: { type: 'json' } }),
}

export async function loadTexts(locale: Locale): Promise<Texts> {
  return locale === fallbackLocale ? inEnglish : textsOf(locale, (await dictionaries[locale]()).default)
}

/** Chooses the language by the wish of the user, or else by the variables that POSIX programs read. */
export function localeOf(
  wanted: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Locale {
  const candidates = [wanted, env['NODEYARD_LANG'], env['LC_ALL'], env['LC_MESSAGES'], env['LANG']]
  const chosen = candidates.find((one) => one !== undefined && one !== '')
  const language = chosen?.split(/[_.@-]/)[0]?.toLowerCase()
  return isLocale(language) ? language : fallbackLocale
}

/** A size in the unit that reads best. */
export function sizeText(text: Texts, bytes: number): string {
  if (bytes < 1000) return text('bytes', { count: bytes })
  const units = ['kilobytes', 'megabytes', 'gigabytes'] as const
  let [value, unit] = [bytes / 1000, 0]
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return text(units[unit] ?? 'gigabytes', { size: Math.round(value * 10) / 10 })
}
