// npm run docs: writes the generated parts of docs/, the types of the tables, and the icons of the site.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../server/src/ground/db/migrate.ts'
import { openEmbedded } from '../../server/src/ground/db/open.ts'
import { icons } from './icons.ts'
import { knownLicenses } from './licenses.ts'
import { settingsPage } from './settings-page.ts'
import { tableTypes } from './table-types.ts'
import { withCommands, withModel, withRules } from './tables.ts'

const docs = join(import.meta.dirname, '../../docs')
const cli = join(docs, 'cli.md')
const analysis = join(docs, 'analysis.md')
const model = join(docs, 'attack-model.md')
writeFileSync(join(docs, 'settings.md'), settingsPage())
writeFileSync(cli, withCommands(readFileSync(cli, 'utf8')))
writeFileSync(analysis, withRules(readFileSync(analysis, 'utf8')))
writeFileSync(model, withModel(readFileSync(model, 'utf8')))
for (const [name, bytes] of Object.entries(icons())) writeFileSync(join(docs, '../web/public', name), bytes)
writeFileSync(join(docs, '../analysis/src/manifest/known-licenses.json'), knownLicenses())
const database = await openEmbedded({})
await migrate(database.patient)
writeFileSync(join(docs, '../server/src/ground/db/tables.ts'), await tableTypes(database.raw))
await database.close()
console.log('The generated documents, table types and icons are up to date.')
