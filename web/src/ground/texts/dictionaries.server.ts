import manifest from 'virtual:client-manifest'
import type { Locale } from '@nodeyard/contract/locales'
import { createTexts, type Dictionary, type Texts } from './texts.ts'

const dictionaries = import.meta.glob<Dictionary>('../../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

const made = new Map<Locale, Texts>()

/** All sentences of one language, made once for the life of the process. */
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

/** Where the browser finds the files of one language. */
export function textFilesFor(locale: Locale): Record<string, string> {
  const ofLocale = Object.entries(manifest).filter(([path]) => path.startsWith(`locales/${locale}/`))
  return Object.fromEntries(ofLocale.map(([path, { file }]) => [namespaceOf(path), `/${file}`]))
}

function namespaceOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
}
