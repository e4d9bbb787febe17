import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { inLocale, links, pageSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import { CollectionList } from './collection-card.tsx'
import { collectionsQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['collections', 'nodes', 'forms'] }

export const loader = pageLoader(paths.collections, handle, ({ site, url }) =>
  site.queries.ensureQueryData(collectionsQuery(site, readSearch(pageSearch, url.searchParams).page)),
)

const OwnCollections = lazy(() =>
  import('./own-collections.tsx').then(({ OwnCollections }) => ({ default: OwnCollections })),
)

export function Component() {
  const t = useText('collections')
  const site = useSite()
  const { page } = useSearch(pageSearch)
  const { data } = useSuspenseQuery(collectionsQuery(site, page))
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Main className="grid content-start gap-10">
      <PageHead title={t('title')} description={t('lead')} path={links.collections({ page })} />
      <PageTitle title={t('title')} lead={t('lead')}>
        {!isSignedIn && (
          <ButtonLink
            look="primary"
            rel="nofollow"
            to={links.login(inLocale(site.settings.locale, paths.collections))}
          >
            <Icon name="plus" className="size-4" />
            {t('new')}
          </ButtonLink>
        )}
      </PageTitle>
      {isSignedIn && (
        <Suspense fallback={null}>
          <OwnCollections />
        </Suspense>
      )}
      <Section title={t('curated')}>
        {data.collections.length > 0 ? (
          <CollectionList collections={data.collections} />
        ) : (
          <NothingHere icon="list">{t('none_curated')}</NothingHere>
        )}
        <Paging
          page={page}
          totalPages={data.totalPages}
          label={t('pages')}
          linkTo={(other) => links.collections({ page: other })}
        />
      </Section>
    </Main>
  )
}
