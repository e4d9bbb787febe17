import type { Db } from '../../../ground/db/database.ts'
import {
  listPopularComfyNodeNames,
  listPopularNodeNames,
  listPopularPublisherNames,
  type Popularity,
  type PopularName,
} from './sql.ts'

/** Of a community list with 5,900 nodes these are the best known 370. */
const popularity: Popularity = { downloads: 2_000, stars: 200, nodes: 2_000, comfyNodes: 20_000 }

const lists = {
  node: listPopularNodeNames,
  publisher: listPopularPublisherNames,
  'comfy-node': listPopularComfyNodeNames,
}

/** Of what somebody has a name. */
export type Named = keyof typeof lists

/** The names of the best known nodes, of their publishers and of their comfy-nodes, the best known first. */
export interface PopularNames {
  list(of: Named): Promise<readonly PopularName[]>
}

/** Every new node is compared with all of them, and they hardly change. */
const keptMs = 60_000

export function popularNames({ db, now }: { db: Db; now(): Date }): PopularNames {
  const kept = new Map<Named, { names: Promise<readonly PopularName[]>; until: number }>()
  return {
    list(of) {
      const time = now().getTime()
      const known = kept.get(of)
      if (known && known.until > time) return known.names
      const names = lists[of](db, popularity)
      kept.set(of, { names, until: time + keptMs })
      names.catch(() => kept.delete(of))
      return names
    },
  }
}
