import { type Advisory, listAdvisories } from '@nodeyard/contract/advisories'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type Site, useSite } from '../site.ts'

/** The last ones of a node, as far as they hit what is there. */
export function nodeAdvisoriesQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['advisories', 'of', nodeId],
    queryFn: async ({ signal }) => {
      const query = { node_id: nodeId, limit: 100 }
      const { advisories } = await registry.call(
        listAdvisories,
        { query },
        // Nothing stale: the page that the server made may know more than what the browser kept.
        { signal, cache: 'no-cache' },
      )
      return advisories.map((advisory) => toView(advisory, nodeId))
    },
  })
}

export type AdvisoryView = ReturnType<typeof toView>

function toView({ id, title, severity, refuses_installs, affected }: Advisory, nodeId: string) {
  const versions = affected.filter((one) => one.node_id === nodeId).map(({ version }) => version)
  return { id, title, severity, isRefused: refuses_installs, versions }
}

const AdvisoryNotice = lazy(() =>
  import('./advisory-notice.tsx').then(({ AdvisoryNotice }) => ({ default: AdvisoryNotice })),
)

/** What is known to be wrong with a node, or with this version of it. Most have none: the words are loaded then. */
export function AdvisoryNotices({ nodeId, version }: { nodeId: string; version?: string }) {
  const { data = [] } = useQuery(nodeAdvisoriesQuery(useSite(), nodeId))
  return data
    .filter(({ versions }) => version === undefined || versions.includes(version))
    .map((advisory) => (
      <Suspense key={advisory.id} fallback={null}>
        <AdvisoryNotice advisory={advisory} namesVersions={version === undefined} />
      </Suspense>
    ))
}
