import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigation } from 'react-router'
import { homeSearch, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { NodeRows } from '../cards/node-rows.tsx'
import { categoryName } from './category-names.ts'
import { ActiveFilters, Facets, narrowing } from './facets.tsx'
import { NothingFound } from './nothing-found.tsx'
import { isSearch, searchQuery } from './queries.ts'
import { ResultCount } from './result-count.tsx'
import { SearchTips } from './search-tips.tsx'
import { SortLinks } from './sort-links.tsx'
import { ViewLinks } from './view-links.tsx'

/** Search results beside their filters. The search field is in the bar. */
export function Results() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  const { facets, total } = data
  const Packs = search.view === 'cards' ? NodeList : NodeRows
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
            <div className="flex max-w-full items-center gap-3">
              {total > 1 && <SortLinks search={search} />}
              {total > 0 && <ViewLinks search={search} />}
            </div>
          </div>
          <ActiveFilters search={search} />
          {data.builtIn && <BuiltIn name={data.builtIn} />}
          {data.cards.length > 0 ? (
            <Packs cards={data.cards} firstEager={3} />
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

/** A node that needs no pack. */
function BuiltIn({ name }: { name: string }) {
  const t = useText('home')
  return (
    <div className="card flex flex-wrap items-center gap-x-4 gap-y-1 border-s-4 border-s-accent px-4 py-3 text-sm">
      <Icon name="check" className="text-accent-strong" />
      <p className="min-w-0 flex-1 text-pretty">
        <strong className="font-semibold">{t('built_in_title', { name })}</strong> {t('built_in_text')}
      </p>
      <Link to={links.workflows({ uses: name })} className="text-accent-strong hover:underline">
        {t('built_in_workflows')}
      </Link>
    </div>
  )
}

/** The old results stay while the next ones are on their way. */
function useIsSearching(): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname.endsWith(links.home())
}
