import { parseArgs } from 'node:util'
import { catalogueViolations } from '../discovery/catalogue/tidy.ts'
import { sliceViolations } from '../discovery/python-index/publish.ts'
import { diagnose } from '../doctor.ts'
import { violations } from '../invariants.ts'
import { assertIsAnother, copyTo } from '../operator/copy.ts'
import { archiveViolations } from '../packs/publishing/verify-archives.ts'
import type { Command } from './command.ts'

/** Commands about the whole database. */
export const databaseCommands: Record<string, Command> = {
  doctor: {
    usage: 'doctor',
    group: 'Database',
    example: 'doctor',
    description:
      'Checks settings, database, archives, readings, mail and ports, and says what to do. Migrates nothing; exits with 1 if a start would fail.',
    runAlone: diagnose,
  },
  migrate: {
    usage: 'migrate',
    group: 'Database',
    example: 'migrate',
    description: 'Migrates the database to the newest schema. Every start does the same.',
    async run(_deps, _args, output) {
      // Opening the database has already migrated it.
      output('The database is up to date.')
      return 0
    },
  },
  'copy-to': {
    usage: 'copy-to URL',
    group: 'Database',
    example: 'copy-to postgres://nodeyard@db.example:5432/nodeyard',
    description: 'Copies the whole database into an empty PostgreSQL. No other process can run meanwhile.',
    isExclusive: true,
    check: (config, [url]) => assertIsAnother(config, url),
    async run(deps, [url], output) {
      if (!url) return undefined
      await copyTo(deps, url, output)
      output(
        'Start with this URL as DATABASE_URL and keep all other settings: the archives stay where they are,',
      )
      output('and IDENTITY_KEY decrypts the stored secrets. Do not start with the old database again.')
      return 0
    },
  },
  verify: {
    usage: 'verify [--archives]',
    group: 'Database',
    example: 'verify --archives',
    description:
      'Checks all invariants of database and archives; exits with 1 if one is broken. --archives reads every byte.',
    async run(deps, args, output) {
      const { values } = parseArgs({ args: [...args], options: { archives: { type: 'boolean' } } })
      const found = [
        ...(await violations(deps.database)),
        ...(await catalogueViolations(deps)),
        ...(await sliceViolations(deps)),
        ...(await archiveViolations(deps, { readsAll: values.archives ?? false })),
      ]
      for (const { rule, ids } of found) output(`Broken: ${rule}: ${ids.join(', ')}`)
      if (found.length === 0) output('All invariants hold.')
      return found.length === 0 ? 0 : 1
    },
  },
}
