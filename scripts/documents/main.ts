// npm run docs: writes the generated parts of docs/.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withRules } from './rules-table.ts'
import { settingsPage } from './settings-page.ts'

const docs = join(import.meta.dirname, '../../docs')
const analysis = join(docs, 'analysis.md')
writeFileSync(join(docs, 'settings.md'), settingsPage())
writeFileSync(analysis, withRules(readFileSync(analysis, 'utf8')))
console.log('docs/settings.md and the rules in docs/analysis.md are up to date.')
