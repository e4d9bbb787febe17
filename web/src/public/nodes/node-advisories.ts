import { type Advisory, listAdvisories } from '@nodeyard/contract/safety'
import type { RouteQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/** Recent advisories for a node that affect existing versions. */
export function nodeAdvisoriesQuery({ registry }: Site, nodeId: string): RouteQuery<AdvisoryView[]> {
  return {
    queryKey: ['advisories', 'of', nodeId] as readonly unknown[] as RouteQuery<AdvisoryView[]>['queryKey'],
    queryFn: async ({ signal }) => {
      const query = { node_id: nodeId, limit: 100 }
      const { advisories } = await registry.call(
        listAdvisories,
        { query },
        // Bypasses the browser cache, which can be older than the server-rendered page.
        { signal, cache: 'no-cache' },
      )
      return advisories.map((advisory) => toView(advisory, nodeId))
    },
  }
}

export type AdvisoryView = ReturnType<typeof toView>

function toView({ id, title, severity, refuses_installs, affected }: Advisory, nodeId: string) {
  const versions = affected.filter((one) => one.node_id === nodeId).map(({ version }) => version)
  return { id, title, severity, isRefused: refuses_installs, versions }
}
