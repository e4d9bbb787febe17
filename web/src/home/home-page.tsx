import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigation } from 'react-router'
import { homeSearch, links } from '../links.ts'
import { NodeList } from '../nodes/node-list.tsx'
import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { readSearch, useSearch } from '../search-params.ts'
import { Main } from '../shell/main.tsx'
import { siteOfRequest, useSite, useText } from '../site.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Paging } from '../ui/paging.tsx'
import { NothingFound } from './nothing-found.tsx'
import { searchQuery } from './queries.ts'
import { ResultCount } from './result-count.tsx'
import { SearchBox } from './search-box.tsx'

export const handle: PageHandle = { namespaces: ['home', 'nodes'] }

const load = pageLoader(paths.home, handle, ({ site, url }) =>
  site.queries.ensureQueryData(searchQuery(site, readSearch(homeSearch, url.searchParams))),
)

/** Who types on does not want the answer to what stood there before. */
export function loader(args: LoaderFunctionArgs): Promise<null> {
  const { queries } = args.context.get(siteOfRequest)
  args.request.signal.addEventListener('abort', () => {
    void queries.cancelQueries({ queryKey: ['nodes', 'search'], fetchStatus: 'fetching' })
  })
  return load(args)
}

export function Component() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  const { q, page } = search
  const title = q.trim() ? t('results_title', { text: q.trim() }) : undefined
  return (
    <Main className="flex flex-col gap-6">
      <PageHead {...(title ? { title } : {})} {...(q ? {} : { path: links.home({ page }) })} />
      <Intro />
      <section aria-label={t('results')} aria-busy={useIsSearching()} className="results grid gap-5">
        <ResultCount q={q} total={data.total} corrected={data.corrected} />
        {data.cards.length > 0 ? <NodeList cards={data.cards} /> : <NothingFound q={q} total={data.total} />}
        <Paging
          page={page}
          totalPages={data.totalPages}
          label={t('result_pages')}
          linkTo={(other) => links.home({ q, page: other })}
        />
      </section>
    </Main>
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
      <SearchBox />
    </div>
  )
}

/** The old results stay while the next ones are on their way. */
function useIsSearching(): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname.endsWith(links.home())
}
