import type { Db } from '../../../ground/db/database.ts'
import {
  listPopularComfyNodeNames,
  listPopularNodeNames,
  listPopularPublisherNames,
  type Popularity,
  type PopularName,
} from './sql.ts'

/** These thresholds select the best known 370 of a community list with 5,900 nodes. */
const popularity: Popularity = { downloads: 2_000, stars: 200, nodes: 2_000, comfyNodes: 20_000 }

const lists = {
  node: listPopularNodeNames,
  publisher: listPopularPublisherNames,
  'comfy-node': listPopularComfyNodeNames,
}

/** The kind of thing that has the name. */
export type Named = keyof typeof lists

/** The names of the most popular nodes, publishers and comfy-nodes, most popular first. */
export interface PopularNames {
  list(of: Named): Promise<readonly PopularName[]>
}

/** Cached because every new node is compared with all of them and they rarely change. */
const cachedMs = 60_000

/** Reads and caches the popular names. */
export function popularNames({ db, now }: { db: Db; now(): Date }): PopularNames {
  const kept = new Map<Named, { names: Promise<readonly PopularName[]>; until: number }>()
  return {
    list(of) {
      const time = now().getTime()
      const known = kept.get(of)
      if (known && known.until > time) return known.names
      const names = lists[of](db, popularity)
      kept.set(of, { names, until: time + cachedMs })
      names.catch(() => kept.delete(of))
      return names
    },
  }
}
