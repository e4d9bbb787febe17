import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useNavigation } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { homeSearch, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { siteOfRequest, useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { categoryName } from './category-names.ts'
import { ActiveFilters, Facets } from './facets.tsx'
import { NothingFound } from './nothing-found.tsx'
import { isSearch, searchQuery, shelfQuery, tagsQuery } from './queries.ts'
import { ResultCount } from './result-count.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchTips } from './search-tips.tsx'
import { Shelves, shelves } from './shelves.tsx'
import { SortLinks } from './sort-links.tsx'

export const handle: PageHandle = { namespaces: ['home', 'nodes'] }

const load = pageLoader(paths.home, handle, ({ site, url }) => {
  const search = readSearch(homeSearch, url.searchParams)
  const { queries } = site
  const found = queries.ensureQueryData(searchQuery(site, search))
  if (isSearch(search) || search.page > 1) return found
  const shown = shelves.map(({ sort }) => queries.ensureQueryData(shelfQuery(site, sort)))
  return Promise.all([found, queries.ensureQueryData(tagsQuery(site)), ...shown])
})

/** Aborts outdated searches while the user types. */
export function loader(args: LoaderFunctionArgs): Promise<null> {
  const { queries } = args.context.get(siteOfRequest)
  args.request.signal.addEventListener('abort', () => {
    void queries.cancelQueries({ queryKey: ['nodes', 'search'], fetchStatus: 'fetching' })
  })
  return load(args)
}

export function Component() {
  const search = useSearch(homeSearch)
  return (
    <Main className="flex flex-col gap-6">
      <Head />
      <Intro />
      {isSearch(search) ? <Results /> : <Catalogue />}
    </Main>
  )
}

/**
 * Search engines index categories and tags as pages of their own; other searches are views of the full list.
 */
function Head() {
  const t = useText('home')
  const site = useSite()
  const { siteUrl, productName } = site.settings
  const search = useSearch(homeSearch)
  const { total } = useSuspenseQuery(searchQuery(site, search)).data
  const { q, page, category, tag } = search
  const isPlain = !isSearch({ ...search, category: '', tag: '' })
  const own = { ...(category ? { category } : {}), ...(tag && !category ? { tag } : {}) }
  const name = category ? categoryName(t, category) : tag
  const title = q.trim() ? t('results_title', { text: q.trim() }) : name
  return (
    <PageHead
      data={{
        '@type': 'WebSite',
        name: productName,
        url: siteUrl,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${siteUrl}/?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      }}
      {...(title ? { title } : {})}
      {...(isPlain || total > 0 ? { path: links.home({ ...(isPlain ? { page } : {}), ...own }) } : {})}
      {...(own.tag ? { feedOf: `/tags/${encodeURIComponent(own.tag)}` } : {})}
    />
  )
}

function Results() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  return (
    <div className="grid gap-6 lg:has-[>aside]:grid-cols-[14rem_minmax(0,1fr)]">
      {data.facets && Object.values(data.facets).some(({ length }) => length > 0) && (
        <aside aria-label={t('filters')} className="min-w-0">
          <Facets search={search} counts={data.facets} total={data.total} />
        </aside>
      )}
      <section
        aria-label={t('results')}
        aria-busy={useIsSearching()}
        className="results grid min-w-0 content-start gap-4"
      >
        <ResultCount q={search.q} total={data.total} corrected={data.corrected} />
        <SortLinks search={search} />
        <ActiveFilters search={search} />
        <ResultPage />
      </section>
    </div>
  )
}

function Catalogue() {
  const t = useText('home')
  const { page, q } = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), useSearch(homeSearch)))
  return (
    <div aria-busy={useIsSearching()} className="results grid gap-10">
      {page === 1 && data.total > 0 && <Shelves />}
      <section aria-label={t('section_popular')} className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-semibold">{t('section_popular')}</h2>
          <ResultCount q={q} total={data.total} />
        </div>
        <ResultPage />
      </section>
    </div>
  )
}

function ResultPage() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  return (
    <>
      {data.cards.length > 0 ? (
        <NodeList cards={data.cards} />
      ) : (
        <NothingFound search={search} total={data.total} />
      )}
      <Paging
        page={search.page}
        totalPages={data.totalPages}
        label={t('result_pages')}
        linkTo={(page) => links.home({ ...search, page })}
      />
    </>
  )
}

function Intro() {
  const t = useText('home')
  return (
    <div className="grid gap-4 pt-2 sm:pt-6">
      <div className="grid gap-1.5">
        <h1 className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">{t('heading')}</h1>
        <p className="text-muted text-pretty sm:text-lg">{t('subheading')}</p>
      </div>
      <div className="grid gap-1.5">
        <SearchBox />
        <div className="flex flex-wrap items-start gap-x-6 text-sm">
          <SearchTips />
          <Link to={links.resolve()} className="ms-auto py-1 text-accent underline-offset-4 hover:underline">
            {t('resolve_link')}
          </Link>
        </div>
      </div>
    </div>
  )
}

/** Previous results stay visible while the next ones load. */
function useIsSearching(): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname.endsWith(links.home())
}
