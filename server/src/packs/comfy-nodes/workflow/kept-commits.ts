import type { DbOrTx } from '../../../ground/db/database.ts'
import { repositoryKey } from '../../nodes/repository.ts'
import type { ReadPart } from '../../nodes/sql.ts'
import { listReadCommits, type StatedCommits } from './sql.ts'

/** The commits of a request that can be installed, for one node. */
export interface KeptCommits {
  /** The reading of the stated commit to install. */
  best: ReadPart
  /** The stated commits that were read or are on the main branch, `best` among them: it replaces the others. */
  read: ReadonlySet<string>
  /** The commits of the stated versions that the project file had. */
  versions: ReadonlyMap<string, string>
}

/**
 * Chooses among the commits and versions that files state, keyed by place in the request: the one with most of the used comfy-nodes,
 * then the newest. A file must not choose code, because hosts serve the commits of every fork under the address of the repository.
 * Only commits that the registry has read there count, and those of its main branch. None is kept if the current reading has more of
 * the used comfy-nodes.
 */
export async function findKeptCommits(
  db: DbOrTx,
  stated: readonly StatedCommits[],
): Promise<Map<number, KeptCommits>> {
  const wanted = stated.filter(({ commits, versions }) => commits.length + versions.length > 0)
  if (wanted.length === 0) return new Map()
  const rows = (await listReadCommits(db, wanted)).filter(
    ({ repositoryUrl, ownUrl }) => repositoryKey(repositoryUrl) === repositoryKey(ownUrl),
  )
  return new Map(
    [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, list]) => {
      const [best] = list
      if (!best?.isStated) return []
      const read = new Set(list.filter(({ isStated }) => isStated).map(({ commit }) => commit))
      const versions = list.flatMap(({ version, commit }) =>
        version === null ? [] : [[version, commit] as const],
      )
      return [[place, { best, read, versions: new Map(versions) }] as const]
    }),
  )
}
