import type { Deps } from './deps.ts'
import { continueRescan } from './run.ts'
import { findRescan, listChanges } from './sql.ts'
import { applyRescan, startRescan } from './start.ts'
import { toRescan } from './to-wire.ts'

const operator = { kind: 'operator', id: 'operator' } as const
const changesAtOnce = 100

/**
 * Scans all versions, or applies a report, and prints a line per change. The next call or any process that runs jobs
 * continues an interrupted rescan. Returns the exit code, which is 1 if a version failed.
 */
export async function rescanNow(
  deps: Deps,
  { everything, apply }: { everything?: boolean | undefined; apply?: string | undefined },
  output: (line: string) => void,
): Promise<number> {
  const { id } = apply
    ? await applyRescan(deps, operator, apply)
    : await startRescan(deps, operator, { everything })
  const never = new AbortController().signal
  while (await continueRescan(deps, id, never))
    output(`${(await findRescan(deps.db, id))?.looked} versions …`)
  const failed = await printChanges(deps, id, output)
  const row = await findRescan(deps.db, id)
  if (!row) return 1
  const { looked, changes, applied, state } = await toRescan(deps.db, row)
  output(`${looked} versions scanned: ${JSON.stringify(changes)}; ${applied} changes applied.`)
  if (state === 'looked')
    output(`No changes were applied yet. To apply them: npm run registry -- rescan --apply ${id}`)
  return failed > 0 ? 1 : 0
}

async function printChanges(deps: Deps, id: string, output: (line: string) => void): Promise<number> {
  let failed = 0
  for (let offset = 0; ; offset += changesAtOnce) {
    const changes = await listChanges(deps.db, id, { limit: changesAtOnce, offset })
    for (const { outcome, node_id, version, message, findings } of changes) {
      const rules = findings.map(ruleOf)
      output([outcome.padEnd(8), node_id, version, ...new Set(rules), message].filter(Boolean).join('  '))
      if (outcome === 'failed') failed++
    }
    if (changes.length < changesAtOnce) return failed
  }
}

const ruleOf = (finding: unknown) =>
  typeof finding === 'object' && finding !== null && 'rule' in finding ? String(finding.rule) : ''
