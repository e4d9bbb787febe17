import { parseArgs } from 'node:util'
import { textsOf, translations } from './all-texts.ts'
import { followKeys, loadReread, markReread, saveReread, staleLanguages } from './reread.ts'

const usage = `npm run reread                           adds new texts to the list and prints the stale ones
npm run reread -- KEY… [--lang fr,ja]    marks translations of texts as reread`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { lang: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const languages: readonly string[] = values.lang?.split(',') ?? translations
const english = textsOf('en')
const reread = loadReread()

const unknown = [
  ...positionals.filter((key) => !english.has(key)),
  ...languages.filter((one) => !translations.some((locale) => locale === one)),
]
if (unknown.length > 0) {
  console.error(`There is no such text or language: ${unknown.join(', ')}. Nothing was recorded.`)
  const meant = [...english.keys()].filter((key) => unknown.some((given) => key.endsWith(given)))
  if (meant.length > 0) console.error(`Did you mean ${meant.join(', ')}?`)
  process.exit(1)
}
followKeys(reread, english)
for (const key of positionals) markReread(reread, key, english.get(key) as string, languages)
saveReread(reread)

let stale = 0
for (const [key, text] of english)
  for (const locale of staleLanguages(reread, key, text)) {
    stale += 1
    console.log(`${key} ${locale}\n  en  ${text}\n  ${locale}  ${textsOf(locale as 'fr').get(key)}`)
  }
console.log(`Translations to reread: ${stale}`)
