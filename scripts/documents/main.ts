// npm run docs: writes the generated parts of docs/, and the icons of the site.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCommands } from './commands-table.ts'
import { icons } from './icons.ts'
import { withRules } from './rules-table.ts'
import { settingsPage } from './settings-page.ts'

const docs = join(import.meta.dirname, '../../docs')
const cli = join(docs, 'cli.md')
const analysis = join(docs, 'analysis.md')
writeFileSync(join(docs, 'settings.md'), settingsPage())
writeFileSync(cli, withCommands(readFileSync(cli, 'utf8')))
writeFileSync(analysis, withRules(readFileSync(analysis, 'utf8')))
for (const [name, bytes] of Object.entries(icons())) writeFileSync(join(docs, '../web/public', name), bytes)
console.log(
  'docs/settings.md, the rules in docs/analysis.md, the commands in docs/cli.md and the icons are up to date.',
)
