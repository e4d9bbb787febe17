import manifest from 'virtual:client-manifest'
import type { Locale } from '@nodeyard/contract/ground'
import { createTexts, type Dictionary, type Texts } from './texts.ts'

const dictionaries = import.meta.glob<Dictionary>('../../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

const made = new Map<Locale, Texts>()

/** Texts of a language, created once per process. */
export function textsFor(locale: Locale): Texts {
  const known = made.get(locale)
  if (known) return known
  const texts = createTexts(locale)
  const ofLocale = Object.entries(dictionaries).filter(([path]) =>
    path.startsWith(`../../../locales/${locale}/`),
  )
  for (const [path, dictionary] of ofLocale) texts.add(namespaceOf(path), dictionary)
  made.set(locale, texts)
  return texts
}

/** Addresses of a language's text files for the browser. */
export function textFilesFor(locale: Locale): Record<string, string> {
  const ofLocale = Object.entries(manifest).filter(([path]) => path.startsWith(`locales/${locale}/`))
  return Object.fromEntries(ofLocale.map(([path, { file }]) => [namespaceOf(path), `/${file}`]))
}

function namespaceOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
}
