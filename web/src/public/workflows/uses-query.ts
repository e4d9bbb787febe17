import { listWorkflows } from '@nodeyard/contract/packs'
import type { WorkflowsSearch } from '../../ground/paths/links.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/** The name of a comfy-node, or the id of a pack. */
export type Used = Pick<WorkflowsSearch, 'uses'> | Pick<WorkflowsSearch, 'pack'>

const shownUses = 6

/** Workflows of any pack that use a comfy-node, or of other packs that use one of a pack's. */
export const usesQuery = (site: Site, used: Used) =>
  routeQuery(
    site,
    listWorkflows,
    { query: { ...('pack' in used ? { uses_node: used.pack } : used), limit: shownUses } },
    ({ workflows, total }) => ({
      total,
      workflows: workflows.map(({ comfy_nodes: _names, path: _path, ...one }) => one),
    }),
  )
