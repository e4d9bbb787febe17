import type { drawGraph } from '@nodeyard/analysis/workflow-drawing'
import { getVersionWorkflow, type ListedWorkflow, listWorkflows } from '@nodeyard/contract/packs'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { shelfMs } from './queries.ts'

const shelfSize = 6
/** Larger graphs cannot be read in the head of the home page. */
const maxNodes = 13
const fewestNodes = 4

/** Some workflows of well-known packs. */
export const workflowShelfQuery = (site: Site) => ({
  ...routeQuery(site, listWorkflows, { query: { limit: 24 } }, ({ workflows }) => workflows.map(toShelf)),
  staleTime: shelfMs,
})

export type ShelfWorkflow = ReturnType<typeof toShelf>

function toShelf({ comfy_nodes: _names, ...workflow }: ListedWorkflow) {
  return workflow
}

/** One of each pack first, so that the shelf shows what there is. */
export function shelfOf(all: readonly ShelfWorkflow[]): ShelfWorkflow[] {
  const seen = new Set<string>()
  const firsts = all.filter(({ node_id }) => !seen.has(node_id) && seen.add(node_id))
  return firsts.slice(0, shelfSize)
}

/** The workflow in the head of the home page: one with much to see that is not crowded. */
export function chooseShown(all: readonly ShelfWorkflow[]): ShelfWorkflow | undefined {
  const isGood = ({ kind, comfy_node_count: count }: ShelfWorkflow) =>
    kind === 'example' && count >= fewestNodes && count <= maxNodes
  const [first, ...others] = all.filter(isGood)
  return others.reduce(
    (best, one) => (one.comfy_node_count > (best?.comfy_node_count ?? 0) ? one : best),
    first,
  )
}

/** How it is drawn. The arrangement stays on the server: the page holds the drawing itself. */
export function shownWorkflowQuery(site: Site, { node_id: nodeId, version, place, title }: ShelfWorkflow) {
  const params = { nodeId, version, place: String(place) }
  return {
    ...routeQuery(site, getVersionWorkflow, { params }, async ({ layout }) => ({
      drawing: await draw(layout, title),
    })),
    queryKey: ['workflows', 'shown', nodeId, version, place],
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  }
}

async function draw(layout: Parameters<typeof drawGraph>[0], label: string): Promise<string> {
  const { drawGraph } = await import('@nodeyard/analysis/workflow-drawing')
  return drawGraph(layout, { id: 'shown-workflow', label, hasSignals: true, shownWidth: 600 })
}

export async function loadShown(site: Site): Promise<unknown> {
  const shown = chooseShown(await site.queries.ensureQueryData(workflowShelfQuery(site)))
  return shown && site.queries.ensureQueryData(shownWorkflowQuery(site, shown))
}
