import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSite } from '../../ground/site/site.ts'
import { nodeAdvisoriesQuery } from './node-advisories.ts'

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
