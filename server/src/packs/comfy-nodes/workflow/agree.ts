import { commitOf } from '@nodeyard/analysis/lock'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { installOf } from '../../nodes/install-state.ts'
import type { ReadPart } from '../../nodes/sql.ts'
import { isHeld } from '../../nodes/versions/installable.ts'
import { normalizeVersion } from '../../nodes/versions/number.ts'
import type { VersionWithArchive } from '../../nodes/versions/sql.ts'
import type { PackChoice } from './from-record.ts'
import { findKeptCommits, type KeptCommits } from './kept-commits.ts'
import type { Known, Requested } from './look-up.ts'

/** A comfy-node of the request with the node that was chosen for it. */
interface Use {
  place: number
  name: string
  /** The recorded version of the chosen node. */
  version: VersionWithArchive | undefined
  /** The recorded commit, or version number, of the chosen node's repository. */
  commit: string | undefined
  number: string | undefined
  choice: PackChoice
}

/** The choices by place in the request, and the commits to install by node. */
export interface Agreed {
  choices: Map<number, PackChoice>
  readings: Map<string, ReadPart>
}

/**
 * Chooses one version or commit for all comfy-nodes of a node, because one can be installed: of the recorded ones, the one with most of the
 * used names, then the newest. The current one takes their place if it has more of these names.
 */
export async function agree(
  db: DbOrTx,
  requested: readonly Requested[],
  choices: readonly (PackChoice | undefined)[],
  known: Known,
): Promise<Agreed> {
  const uses = requested.flatMap((one, place) => {
    const choice = choices[place]
    return choice ? [toUse(one, place, choice, known)] : []
  })
  const groups = [...Map.groupBy(uses, ({ choice }) => choice.nodeId)]
  const kept = await findKeptCommits(
    db,
    groups.map(([node_id, own], place) => {
      const parts = known.nodes.get(node_id)
      const isCloned = parts !== undefined && installOf(parts).clone !== undefined
      return {
        place,
        node_id,
        commits: isCloned ? [...new Set(own.flatMap(({ commit }) => commit ?? []))] : [],
        versions: isCloned ? [...new Set(own.flatMap(({ number }) => number ?? []))] : [],
        names: [...new Set(own.map(({ name }) => name))],
      }
    }),
  )
  const agreed: Agreed = { choices: new Map(), readings: new Map() }
  groups.forEach(([nodeId, own], at) => {
    const commits = kept.get(at)
    if (commits) agreed.readings.set(nodeId, commits.best)
    const chosen = commits ? undefined : chosenVersion(nodeId, own, known)
    for (const use of own)
      agreed.choices.set(
        use.place,
        commits ? atCommit(use, commits) : chosen ? atVersion(use, chosen, known) : use.choice,
      )
  })
  return agreed
}

function toUse(
  { comfy_node_name: name, version: stated }: Requested,
  place: number,
  choice: PackChoice,
  { recordedNodes, recordedVersions }: Known,
): Use {
  const recorded = recordedNodes.get(place)
  const isOwn = recorded?.id === choice.nodeId && !choice.notices.includes('recorded_other_repository')
  const version = recordedVersions.get(place)
  return {
    place,
    name,
    version: isOwn && version && !isHeld(version) ? version : undefined,
    commit: isOwn ? commitOf(stated) : undefined,
    number: isOwn && stated ? normalizeVersion(stated) : undefined,
    choice,
  }
}

function chosenVersion(
  nodeId: string,
  uses: readonly Use[],
  { nodes, names }: Known,
): VersionWithArchive | undefined {
  const recorded = uses
    .flatMap(({ version }) => version ?? [])
    .toSorted((a, b) => compareKeys(b.version_key, a.version_key))
  if (recorded.length === 0) return undefined
  const missing = ({ id }: VersionWithArchive) => {
    const own = names.get(id)
    return own ? new Set(uses.map(({ name }) => name).filter((name) => !own.has(name))).size : 0
  }
  // Sorting is stable: recorded ones come first, the newest before others.
  const latest = nodes.get(nodeId)?.latest
  return [...recorded, ...(latest ? [latest] : [])].toSorted((a, b) => missing(a) - missing(b))[0]
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, place) => part !== b[place])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0)
}

/** Marks a comfy-node that gets another version than it recorded. */
function atVersion(
  { name, version, choice }: Use,
  chosen: VersionWithArchive,
  { names, nodes }: Known,
): PackChoice {
  if (!version || version.id === chosen.id) return { ...choice, version: chosen }
  const isLatest = chosen.id === nodes.get(choice.nodeId)?.latest?.id
  const isExplained = isLatest && choice.notices.includes('not_in_recorded_version')
  const lacks = names.get(chosen.id)?.has(name) === false
  return {
    ...choice,
    version: chosen,
    reason: choice.reason === 'recorded_version' ? 'recorded_node' : choice.reason,
    notices: [
      ...choice.notices.filter((notice) => isExplained || notice !== 'not_in_recorded_version'),
      ...(isExplained ? [] : (['recorded_version_replaced'] as const)),
      ...(lacks && !choice.notices.includes('not_in_recorded_node')
        ? (['not_in_latest_version'] as const)
        : []),
    ],
  }
}

function atCommit({ commit: stated, number = '', choice }: Use, kept: KeptCommits): PackChoice {
  const { best, read, versions } = kept
  const commit = stated ?? versions.get(number)
  if (commit === undefined || !read.has(commit)) return choice
  const isBest = commit === best.commit
  return {
    ...choice,
    ...(isBest ? { reason: 'recorded_version' as const } : {}),
    notices: [
      ...choice.notices.filter((notice) => notice !== 'recorded_version_unknown'),
      ...(isBest ? [] : (['recorded_version_replaced'] as const)),
    ],
  }
}
