import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Location of the community's list, beside the project; `BENCH_CATALOGUE` overrides it. */
const usual = fileURLToPath(new URL('../../shared/data/catalog.jsonl.gz', import.meta.url))

/** Returns the path of a community list, or why there is none. */
export function findCommunityList(): { path: string } | { missing: string } {
  const path = process.env['BENCH_CATALOGUE'] ?? usual
  return existsSync(path)
    ? { path }
    : { missing: `Not measured. There is no ${path}; BENCH_CATALOGUE names one.` }
}
