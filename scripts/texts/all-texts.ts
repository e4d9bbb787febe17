import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@nodeyard/contract/ground'
import { texts as identityTexts } from '../../server/src/people/identity/embedded/texts.ts'
import { heldTexts, texts as mailTexts } from '../../server/src/services/notifications/texts.ts'

const root = join(import.meta.dirname, '../..')
const site = join(root, 'web/locales')

/** Languages that texts are translated to from English. */
export const translations = locales.filter((locale) => locale !== 'en')

/** Returns all texts of a language by key, such as `site/home:heading`: site, command line, mails and identity. */
export function textsOf(locale: Locale): Map<string, string> {
  const { message, ...letters } = identityTexts[locale]
  const identity = Object.entries(letters).flatMap(([kind, { subject, body }]) => [
    [`${kind}.subject`, subject],
    [`${kind}.body`, body],
  ])
  const sources: [string, [string, string][]][] = [
    ...readdirSync(join(site, locale)).map((file): [string, [string, string][]] => [
      `site/${file.replace('.json', '')}`,
      read(join(site, locale, file)),
    ]),
    ['cli', read(join(root, `cli/src/ground/locales/${locale}.json`))],
    ['mail', Object.entries({ ...mailTexts[locale], ...heldTexts[locale] })],
    ['identity', [...identity, ['message', message]] as [string, string][]],
  ]
  return new Map(sources.flatMap(([name, texts]) => texts.map(([key, text]) => [`${name}:${key}`, text])))
}

function read(path: string): [string, string][] {
  return Object.entries(JSON.parse(readFileSync(path, 'utf8')))
}
