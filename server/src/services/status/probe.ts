import type { serviceParts } from '@nodeyard/contract/services'
import { find } from '../../discovery/search/engine/find.ts'
import { listEntryStamps } from '../../discovery/search/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import type { Deps } from './deps.ts'
import { countStuckVersions, type ProbeResult, writeResults } from './sql.ts'

type Part = (typeof serviceParts)[number]
type Probe = (deps: Pick<Deps, 'db' | 'database' | 'blobs' | 'now' | 'searchIndex'>) => Promise<unknown>

const timeoutMs = 5000
/** Checking the largest archive takes a few minutes. */
const stuckMs = 30 * 60_000

/** Each probe performs a user's action and throws if it fails. */
const probes: Record<Part, Probe> = {
  api: ({ database }) => database.raw.query('select 1'),
  // A process that takes no requests has no index; it can only tell whether others can read theirs.
  async search({ db, now, searchIndex }) {
    if (!searchIndex.isLoaded) return listEntryStamps(db, '', 1)
    return find(
      await searchIndex.current({ kind: 'anonymous' }),
      { search: 'image' },
      { limit: 1, offset: 0 },
      now(),
    )
  },
  archives: ({ blobs }) => blobs.check(),
  async publishing({ db, now }) {
    const stuck = await countStuckVersions(db, new Date(now().getTime() - stuckMs))
    if (stuck > 0) throw new Error(`${stuck} versions are stuck`)
  },
  // This job itself proves that jobs run.
  jobs: async () => {},
}

/** Probes all parts and stores the results. */
export async function probeEverything(
  deps: Pick<Deps, 'db' | 'changes' | 'database' | 'blobs' | 'now' | 'log' | 'searchIndex'>,
): Promise<void> {
  const results: ProbeResult[] = []
  for (const [part, probe] of Object.entries(probes)) results.push(await tryPart(deps, part, probe))
  await transact(deps, (tx) => writeResults(tx, results, deps.now()))
}

async function tryPart(
  deps: Parameters<typeof probeEverything>[0],
  part: string,
  probe: Probe,
): Promise<ProbeResult> {
  const start = deps.now().getTime()
  const worked = await withTimeout(probe(deps)).then(
    () => true,
    (error: unknown) => {
      deps.log.error({ err: error, part }, 'probe failed')
      return false
    },
  )
  return { part, worked, tookMs: Math.max(0, deps.now().getTime() - start) }
}

async function withTimeout(work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The probe timed out.')), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
