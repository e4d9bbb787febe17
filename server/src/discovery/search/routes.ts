import * as contract from '@nodeyard/contract/packs'
import * as adminContract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { countTags } from './engine/suggest.ts'
import { listExtensions } from './extensions.ts'
import { searchNodes } from './search.ts'
import { searchComfyNodes } from './search-comfy-nodes.ts'
import { listSimilarComfyNodes } from './similar.ts'
import { readTotals } from './sql.ts'
import { startReindex } from './start-reindex.ts'
import { suggest } from './suggest.ts'

const seconds = 60

export function mountSearch(app: App<Deps>): void {
  const nodesCache = { seconds, tags: () => ['nodes'] }
  mount(app, contract.searchNodes, ({ actor, query, deps }) => searchNodes(deps, actor, query), {
    cache: nodesCache,
  })
  mount(app, contract.searchComfyNodes, ({ actor, query, deps }) => searchComfyNodes(deps, actor, query), {
    cache: nodesCache,
  })
  mount(app, contract.suggest, ({ actor, query, deps }) => suggest(deps, actor, query.text ?? ''), {
    cache: { seconds, tags: () => ['nodes', 'publishers'] },
  })
  mount(app, adminContract.reindexNodes, async ({ actor, query }) => {
    await startReindex(app.deps, actor, query)
    return null
  })
  mount(
    app,
    contract.listSimilarComfyNodes,
    ({ actor, query, deps }) => listSimilarComfyNodes(deps, actor, query),
    { cache: nodesCache },
  )
  mount(
    app,
    contract.listExtensions,
    ({ actor, params, deps }) => listExtensions(deps, actor, params.nodeId),
    // Invalidated by the node alone, because pages of packs would otherwise be rendered after each release of any pack.
    { cache: { seconds: 3600, tags: (_, { params }) => [`node:${params.nodeId}`] } },
  )
  mount(app, contract.getTotals, ({ deps }) => readTotals(deps.db), { cache: nodesCache })
  mount(app, contract.listTags, async ({ actor, deps }) => countTags(await deps.searchIndex.current(actor)), {
    cache: nodesCache,
  })
}
