import { type Advisory, listAdvisories } from '@nodeyard/contract/advisories'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { type Site, useSite, useText } from '../site.ts'
import { Notice } from '../ui/notice.tsx'

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

function toView({ id, title, severity, refuses_installs, affected }: Advisory, nodeId: string) {
  const versions = affected.filter((one) => one.node_id === nodeId).map(({ version }) => version)
  return { id, title, severity, isRefused: refuses_installs, versions }
}

/** What is known to be wrong with a node, or with this version of it. */
export function AdvisoryNotices({ nodeId, version }: { nodeId: string; version?: string }) {
  const t = useText('nodes')
  const { data = [] } = useQuery(nodeAdvisoriesQuery(useSite(), nodeId))
  return data
    .filter(({ versions }) => version === undefined || versions.includes(version))
    .map(({ id, title, isRefused, versions }) => (
      <Notice key={id} tone={isRefused ? 'danger' : 'warn'} title={t('advisory', { title })}>
        <p className="text-pretty">
          {isRefused && t('advisory_refused')}{' '}
          {version === undefined && versions.length > 0 && (
            <span className="wrap-anywhere">
              {t('advisory_versions', { versions: versions.slice(0, 8).join(', ') })}
            </span>
          )}
        </p>
        <Link to={links.advisory(id)} className="font-medium underline underline-offset-4">
          <bdi>{id}</bdi>
        </Link>
      </Notice>
    ))
}
