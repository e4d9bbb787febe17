import { fallbackLocale, isLocale, type Locale } from '@nodeyard/contract/ground'

/** Returns the site language for a language tag, for example `zh` for `zh-CN`. */
export function toLocale(tag: string): Locale {
  const language = tag
    .split(/[-_,;]/, 1)[0]
    ?.trim()
    .toLowerCase()
  return isLocale(language) ? language : fallbackLocale
}
