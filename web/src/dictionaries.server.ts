import type { Locale } from '@nodeyard/contract/locales'
import { createTexts, type Dictionary, type Texts } from './texts.ts'

const dictionaries = import.meta.glob<Dictionary>('../locales/*/*.json', { eager: true, import: 'default' })
const addresses = import.meta.glob<string>('../locales/*/*.json', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

const made = new Map<Locale, Texts>()

/** All sentences of one language, made once for the life of the process. */
export function textsFor(locale: Locale): Texts {
  const known = made.get(locale)
  if (known) return known
  const texts = createTexts(locale)
  for (const [namespace, dictionary] of entriesOf(dictionaries, locale)) texts.add(namespace, dictionary)
  made.set(locale, texts)
  return texts
}

/** Where the browser finds the files of one language. */
export function textFilesFor(locale: Locale): Record<string, string> {
  return Object.fromEntries(entriesOf(addresses, locale))
}

function entriesOf<Value>(files: Record<string, Value>, locale: Locale): [string, Value][] {
  const folder = `../locales/${locale}/`
  return Object.entries(files)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, value]) => [path.slice(folder.length, -'.json'.length), value])
}
