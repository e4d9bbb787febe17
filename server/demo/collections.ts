import type { Deps } from '../src/deps.ts'
import * as collections from '../src/discovery/collections/change.ts'
import { listOwnCollections } from '../src/discovery/collections/read.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { toActor } from '../src/people/identity/users.ts'
import { adminEmail } from './accounts.ts'

export interface DemoCollection {
  title: string
  description: string
  curated: boolean
  /** Ids with their notes, in order. */
  nodes: [string, string][]
}

/** Adds the collections that the demo admin does not have yet. */
export async function addDemoCollections(deps: Deps, wanted: readonly DemoCollection[]): Promise<void> {
  const user = await findUserByEmail(deps.db, adminEmail)
  if (!user) return
  const admin = toActor(user)
  const known = new Set((await listOwnCollections(deps, admin.id)).map(({ title }) => title))
  for (const { title, description, curated, nodes } of wanted) {
    if (known.has(title)) continue
    const id = await collections.createCollection(deps, admin, { title, description, is_public: true })
    for (const [nodeId, note] of nodes)
      await collections.addToCollection(deps, admin, { collectionId: id, nodeId, note })
    if (curated) await collections.curateCollection(deps, admin, id, true)
  }
}
