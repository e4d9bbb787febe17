// npm run docs: writes the generated pages below docs/.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from './settings-page.ts'

writeFileSync(join(import.meta.dirname, '../../docs/settings.md'), settingsPage())
console.log('docs/settings.md is up to date.')
