import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigation } from 'react-router'
import { homeSearch, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Paging } from '../../ground/ui/paging.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { categoryName } from './category-names.ts'
import { ActiveFilters, Facets, narrowing } from './facets.tsx'
import { NothingFound } from './nothing-found.tsx'
import { isSearch, searchQuery } from './queries.ts'
import { ResultCount } from './result-count.tsx'
import { SearchTips } from './search-tips.tsx'
import { SortLinks } from './sort-links.tsx'

/** Search results beside their filters. The search field is in the bar. */
export function Results() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  const { facets, total } = data
  const hasFacets = facets && narrowing({ search, counts: facets, total }).length > 0
  return (
    <>
      <h1 className={search.category ? 'mb-4 text-2xl' : 'sr-only'}>
        {search.category ? categoryName(t, search.category) : t('results')}
      </h1>
      <div className="grid gap-4 lg:gap-8 lg:has-[>aside]:grid-cols-[13rem_minmax(0,1fr)]">
        {hasFacets && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: many filters are scrolled by keyboard too
          <aside aria-label={t('filters')} tabIndex={0} className="sticky-aside min-w-0">
            <Facets search={search} counts={facets} total={total} />
          </aside>
        )}
        <section
          aria-label={t('results')}
          aria-busy={useIsSearching()}
          className="results grid min-w-0 grid-cols-1 content-start gap-4"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <ResultCount q={search.q} total={data.total} corrected={data.corrected} />
            {total > 1 && <SortLinks search={search} />}
          </div>
          <ActiveFilters search={search} />
          {data.cards.length > 0 ? (
            <NodeList cards={data.cards} firstEager={3} />
          ) : (
            <NothingFound search={search} total={data.total} />
          )}
          <Paging
            page={search.page}
            totalPages={data.totalPages}
            label={t('result_pages')}
            linkTo={(page) => links.home({ ...search, page })}
          />
          {isSearch(search) && (
            <div className="text-sm">
              <SearchTips isOpen={total === 0} />
            </div>
          )}
        </section>
      </div>
    </>
  )
}

/** The old results stay while the next ones are on their way. */
function useIsSearching(): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname.endsWith(links.home())
}
