import type { Advisory } from '@nodeyard/contract/safety'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links, pageSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonAnchor } from '../../ground/ui/button.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { advisoriesQuery } from './queries.ts'
import { SeverityBadge } from './severity.tsx'

export const handle: PageHandle = { namespaces: ['safety'] }
export const loader = pageLoader(paths.advisories, handle, ({ site, url }) =>
  site.queries.ensureQueryData(advisoriesQuery(site, readSearch(pageSearch, url.searchParams).page)),
)

export function Component() {
  const t = useText('safety')
  const { page } = useSearch(pageSearch)
  const { data } = useSuspenseQuery(advisoriesQuery(useSite(), page))
  return (
    <Main className="grid content-start gap-6">
      <PageHead title={t('advisories')} description={t('advisories_lead')} path={links.advisories()} />
      <PageTitle title={t('advisories')} lead={t('advisories_lead')} />
      {data.advisories.length === 0 && <NothingHere icon="shield">{t('no_advisories')}</NothingHere>}
      <ul className="grid gap-3">
        {data.advisories.map((advisory) => (
          <Entry key={advisory.id} advisory={advisory} />
        ))}
      </ul>
      <Paging
        page={page}
        totalPages={data.totalPages}
        label={t('advisories')}
        linkTo={(other) => links.advisories({ page: other })}
      />
      <p className="flex flex-wrap gap-3">
        <ButtonAnchor href="/advisories.atom">{t('feed', { format: 'Atom' })}</ButtonAnchor>
        <ButtonAnchor href="/advisories.json">{t('feed', { format: 'JSON' })}</ButtonAnchor>
      </p>
    </Main>
  )
}

function Entry({ advisory }: { advisory: Advisory }) {
  const t = useText('safety')
  const { id, title, node_id: nodeId, severity, publishedAt, withdrawnAt } = advisory
  return (
    <li className="grid gap-1.5 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={links.advisory(id)} className="hover:underline" dir="auto">
            {title}
          </Link>
        </h2>
        <SeverityBadge severity={severity} />
        {withdrawnAt && <Badge>{t('withdrawn_badge')}</Badge>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <bdi>{id}</bdi>
        <bdi className="wrap-anywhere">{nodeId}</bdi>
        <Timestamp iso={publishedAt} />
      </p>
    </li>
  )
}
