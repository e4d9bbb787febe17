import { join } from 'node:path'
import { readRepository } from '@nodeyard/analysis/ground'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import pino from 'pino'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { diskStore } from '../src/ground/blobs/disk.ts'
import { openEmbedded } from '../src/ground/db/open.ts'
import { violations } from '../src/invariants.ts'
import { analystPool } from '../src/packs/publishing/analyst-pool.ts'
import { HostTurns } from '../src/packs/readings/host-turns.ts'
import { readDue } from '../src/packs/readings/jobs.ts'
import { readingLimits } from '../src/packs/readings/limits.ts'
import { CodeHostSource } from '../src/packs/readings/sources/code-host.ts'
import { Given } from './given.ts'

/** A registry that reads the repositories of a code host until none is due, some hours from now, and prints what it found. */
const [folder = '', url = '', names = '', hours = '0'] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ANALYSIS_WORKERS: '1' })
const log = pino({ level: 'silent' })
const settings = { url, apiUrl: `${url}/api` }
const { deps, close, isNew } = await compose(config, {
  database: await openEmbedded({ folder }),
  blobs: diskStore({ root: join(folder, 'blobs') }),
  log,
  works: false,
  retrySeconds: 0,
  overrides: {
    repositoryAnalyst: analystPool({ workers: 1, log }),
    repositorySources: [
      new CodeHostSource(settings, { networks: { isAny: false, has: () => false } }, readingLimits),
    ],
    hostTurns: new HostTurns(0),
    now: () => new Date(Date.now() + Number(hours) * 3600_000),
  },
})
if (isNew)
  for (const name of names.split(',')) {
    const place = readRepository(`${url}/${name}`)
    await new Given(deps).node({
      id: name.replace('/', '-'),
      publisher_id: unclaimedPublisherId,
      repository_url: `${url}/${name}`,
      repository_key: place?.key ?? null,
    })
  }
const counts = await readDue(deps, new AbortController().signal)
const readings = await deps.db.selectFrom('node_readings').select(['node_id', 'commit_id']).execute()
console.log(JSON.stringify({ counts, readings, broken: await violations(deps.database) }))
await close()
process.exit()
