import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Folders and files that ask which version is the latest, because only a version will do. */
const needVersions: Record<string, string> = {
  'server/src/packs/nodes': 'decides which version is the latest, and offers it to installers',
  'server/src/packs/readings': 'reads only nodes that have no version',
  'server/src/packs/comfy-nodes/sql.ts': 'names of an imported list count until the first version',
  'server/src/discovery/catalogue/entries/sql.ts': 'names of an imported list count until the first version',
  'server/src/discovery/search/sql.ts': 'a release has a date, and can be deprecated',
  'server/src/discovery/site-files/sql.ts': 'feeds list the commits of nodes without a version',
  'server/src/safety/admin/moderate-version.ts': 'announces an approved version when it is the latest',
  'server/src/safety/reports/hold.ts': 'reports hold versions',
}

describe('facts about packs', () => {
  const asking = globSync('server/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.test|\/tables\.ts$/.test(path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('latest_version_id'))
  const reasonOf = (path: string) =>
    Object.keys(needVersions).find((place) => path === place || path.startsWith(`${place}/`))

  it('come from `packFacts`, and not from the latest version, which most packs do not have', () => {
    assert.deepEqual(
      asking.filter((path) => reasonOf(path) === undefined),
      [],
      'use packFacts, or give the reason why only a version will do',
    )
  })

  it('have no exception that nothing needs', () => {
    const needed = new Set(asking.map(reasonOf))
    assert.deepEqual(
      Object.keys(needVersions).filter((place) => !needed.has(place)),
      [],
    )
  })
})
