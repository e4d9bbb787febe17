import { changedInterface } from '@nodeyard/analysis/interfaces/changed-interfaces'
import type { PlanWarning } from '@nodeyard/contract/plans'
import { coerce, gte, satisfies, valid } from 'semver'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type StoredCompatibility, toSemverRange } from '../versions/compatibility.ts'
import { readVerdicts } from './find-evidence.ts'
import { listInterfacesOf } from './sql.ts'

export interface PlannedVersion extends StoredCompatibility {
  id: string
  node_id: string
  version: string
}

/** Lists evidence that versions do not work with the tool; of any release if `tool` is undefined. */
export async function readWarnings(
  db: DbOrTx,
  versions: readonly PlannedVersion[],
  { tool, now }: { tool: string | undefined; now: Date },
): Promise<PlanWarning[]> {
  const ids = versions.map(({ id }) => id)
  const [verdicts, interfaces] = [await readVerdicts(db, ids, now), await listInterfacesOf(db, ids)]
  const release = tool === undefined ? undefined : (valid(tool) ?? coerce(tool)?.version)
  return versions.flatMap((planned) => {
    const { id, node_id, version } = planned
    const range = toSemverRange(planned.supported_comfyui_version)
    const isOutside = release !== undefined && range !== undefined && !satisfies(release, range)
    return [
      ...(isOutside ? [{ node_id, version, kind: 'declared_tool' as const, declared: range }] : []),
      ...(verdicts.get(id) === 'fails' ? [{ node_id, version, kind: 'reported_failing' as const }] : []),
      ...(interfaces.get(id) ?? []).flatMap((name) => {
        const missing = missingIn(name, release)
        return missing ? [{ node_id, version, kind: 'removed_interface' as const, ...missing }] : []
      }),
    ]
  })
}

function missingIn(name: string, release: string | undefined) {
  const known = changedInterface(name)
  if (known?.state !== 'removed') return undefined
  if (release !== undefined && known.tool !== undefined && !gte(release, known.tool)) return undefined
  return { interface: name, ...(known.tool ? { tool_version: known.tool } : {}) }
}
