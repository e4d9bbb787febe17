import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links, pageSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { Follow } from '../nodes/follow.tsx'
import { PublisherHeader } from './publisher-header.tsx'
import { publisherNodesQuery, publisherQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['publishers', 'nodes'] }

export const loader = pageLoader(paths.publisher, handle, ({ site, params: { publisherId }, url }) => {
  // Unclaimed nodes have no publisher page; the search lists them like any others.
  if (publisherId === unclaimedPublisherId) throw redirect(links.home({ state: 'unclaimed' }))
  const { page } = readSearch(pageSearch, url.searchParams)
  return Promise.all([
    site.queries.ensureQueryData(publisherQuery(site, publisherId)),
    site.queries.ensureQueryData(publisherNodesQuery(site, publisherId, page)),
  ])
})

export function Component() {
  const t = useText('publishers')
  const site = useSite()
  const { publisherId } = usePageParams(paths.publisher)
  const { page } = useSearch(pageSearch)
  const isSignedIn = useSession().state === 'signed-in'
  const { data: publisher } = useSuspenseQuery(publisherQuery(site, publisherId))
  const { data: nodes } = useSuspenseQuery(publisherNodesQuery(site, publisherId, page))
  return (
    <Main className="grid content-start gap-8">
      <PageHead
        title={publisher.name}
        description={publisher.description}
        path={links.publisher(publisherId, { page })}
        feedOf={links.publisher(publisherId)}
        data={{
          '@type': 'Organization',
          name: publisher.name,
          url: site.settings.siteUrl + links.publisher(publisherId),
        }}
      />
      <PublisherHeader publisher={publisher}>
        <Follow kind="publisher" id={publisher.id} />
        {isSignedIn && (
          <Suspense fallback={null}>
            <ManageLink publisherId={publisherId} />
          </Suspense>
        )}
      </PublisherHeader>
      <section aria-labelledby="nodes-title" className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="nodes-title" className="me-auto text-lg font-semibold">
            {t('node_count', { count: nodes.total })}
          </h2>
          {nodes.total > 0 && <SearchAndFeed publisherId={publisherId} />}
        </div>
        {nodes.cards.length > 0 ? (
          <NodeList cards={nodes.cards} firstEager={3} />
        ) : (
          <NothingHere icon="package">{t('no_nodes')}</NothingHere>
        )}
        <Paging
          page={page}
          totalPages={nodes.totalPages}
          label={t('node_pages')}
          linkTo={(other) => links.publisher(publisherId, { page: other })}
        />
      </section>
    </Main>
  )
}

/** Anonymous visitors never load this code. */
const ManageLink = lazy(() => import('./manage-link.tsx').then(({ ManageLink }) => ({ default: ManageLink })))

/** Search within the publisher's nodes, and its release feed. */
function SearchAndFeed({ publisherId }: { publisherId: string }) {
  const t = useText('publishers')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink to={links.home({ q: `publisher:${publisherId}` })} rel="nofollow">
        <Icon name="search" />
        {t('search_these')}
      </ButtonLink>
      <ButtonAnchor href={`${links.publisher(publisherId)}/feed.atom`}>
        <Icon name="feed" />
        {t('feed')}
      </ButtonAnchor>
    </div>
  )
}
