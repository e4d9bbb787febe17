import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the community's list lies, beside the project; `BENCH_CATALOGUE` names another. */
const usual = fileURLToPath(new URL('../../shared/data/catalog.jsonl.gz', import.meta.url))

/** The path of a community list, or why there is none to measure on. */
export function findCommunityList(): { path: string } | { missing: string } {
  const path = process.env['BENCH_CATALOGUE'] ?? usual
  return existsSync(path)
    ? { path }
    : { missing: `Not measured. There is no ${path}; BENCH_CATALOGUE names one.` }
}
