import { changedInterface } from '@nodeyard/analysis/facts'
import type { PlanWarning } from '@nodeyard/contract/discovery'
import { coerce, gte, satisfies, valid } from 'semver'
import type { DbOrTx } from '../../ground/db/database.ts'
import { toOrigin } from '../facts/origin.ts'
import { factsOf } from '../facts/sql.ts'
import { toSemverRange } from '../nodes/versions/compatibility.ts'
import { readVerdicts } from './find-evidence.ts'

/** Lists evidence that versions and readings do not work with the tool; of any release if `tool` is undefined. */
export async function readWarnings(
  db: DbOrTx,
  ids: readonly string[],
  { tool, now }: { tool: string | undefined; now: Date },
): Promise<PlanWarning[]> {
  const facts = await factsOf(db, ids, ['interfaces', 'supported_comfyui_version'])
  const verdicts = await readVerdicts(db, ids, now)
  const release = tool === undefined ? undefined : (valid(tool) ?? coerce(tool)?.version)
  return facts.flatMap(({ id, node_id, version, commit, interfaces, supported_comfyui_version: stated }) => {
    const at = { node_id, ...toOrigin({ version, commit }) }
    const range = toSemverRange(stated)
    const isOutside = release !== undefined && range !== undefined && !satisfies(release, range)
    return [
      ...(isOutside ? [{ ...at, kind: 'declared_tool' as const, declared: range }] : []),
      ...(verdicts.get(id) === 'fails' ? [{ ...at, kind: 'reported_failing' as const }] : []),
      ...(interfaces ?? []).toSorted(byName).flatMap(({ name }) => {
        const missing = missingIn(name, release)
        return missing ? [{ ...at, kind: 'removed_interface' as const, ...missing }] : []
      }),
    ]
  })
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

function missingIn(name: string, release: string | undefined) {
  const known = changedInterface(name)
  if (known?.state !== 'removed') return undefined
  if (release !== undefined && known.tool !== undefined && !gte(release, known.tool)) return undefined
  return { interface: name, ...(known.tool ? { tool_version: known.tool } : {}) }
}
