import { fallbackLocale, type Locale } from '@nodeyard/contract/ground'
import type { Config } from '../settings.ts'

/** Returns the URL of a page of the site in a language, for links in mail. */
export function pageIn(locale: Locale, { siteUrl }: Pick<Config, 'siteUrl'>, path: string): string {
  return siteUrl + (locale === fallbackLocale ? '' : `/${locale}`) + path
}
