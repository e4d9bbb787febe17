import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSite } from '../../ground/site/site.ts'
import { nodeAdvisoriesQuery } from './node-advisories.ts'

const AdvisoryNotice = lazy(() =>
  import('./advisory-notice.tsx').then(({ AdvisoryNotice }) => ({ default: AdvisoryNotice })),
)

/** Advisories for a node or one of its versions. Texts load on demand, because most nodes have none. */
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
