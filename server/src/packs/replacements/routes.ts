import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import { coreNodesTag } from '../core-nodes/tag.ts'
import { createReplacement, decideReplacement, listNodeReplacements, removeReplacement } from './decide.ts'
import { findReplacements } from './find.ts'
import { listPage, type ReplacementRow } from './sql.ts'
import { replacementsTag } from './tag.ts'

export function mountReplacements(app: App<GroundDeps>): void {
  const { deps } = app
  mount(
    app,
    contract.listReplacements,
    async ({ params: { comfyNodeName: name }, deps: { db } }) => ({
      replacements: (await findReplacements(db, [name])).get(name) ?? [],
    }),
    // A release of any node can change what it registers and provides.
    { cache: { seconds: 60, tags: () => ['nodes', coreNodesTag, replacementsTag] } },
  )
  mount(app, contract.listNodeReplacements, async ({ actor, params }) => ({
    replacements: (await listNodeReplacements(deps, actor, params)).map(toWire),
  }))
  mount(app, contract.decideReplacement, async ({ actor, params, body }) =>
    toWire(await decideReplacement(deps, actor, params, body.status)),
  )
  mount(app, contract.listAllReplacements, async ({ query }) => {
    const page = servedPage(query, limits.pageSize)
    const { rows, total } = await listPage(deps.db, query, page)
    return { replacements: rows.map(toWire), total, ...page, totalPages: totalPages(total, page.limit) }
  })
  mount(app, contract.createReplacement, async ({ actor, body }) =>
    toWire(await createReplacement(deps, actor, body)),
  )
  mount(app, contract.deleteReplacement, async ({ actor, params }) => {
    await removeReplacement(deps, actor, params.replacementId)
    return null
  })
}

function toWire({ id, old_name, new_name, node_id, origin, status, created_at }: ReplacementRow) {
  return {
    id,
    old_node_id: old_name,
    new_node_id: new_name,
    origin,
    status,
    ...(node_id === null ? {} : { provider_id: node_id }),
    createdAt: created_at.toISOString(),
  }
}
