import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { later } from '../../ground/page/later.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { type HomeSearch, homeSearch, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { siteOfRequest, useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { categoryName } from './category-names.ts'
import { Hero } from './hero.tsx'
import {
  comfyNodesQuery,
  isSearch,
  searchQuery,
  shelfQuery,
  shelves,
  tagsQuery,
  totalsQuery,
  workflowsQuery,
} from './queries.ts'
import { loadShown, workflowShelfQuery } from './shown-workflow.ts'

export const handle: PageHandle = { namespaces: ['home', 'nodes'] }

const Shelves = later(async () => (await import('./shelves.tsx')).Shelves, 'grid gap-14')
const Results = later(async () => (await import('./results.tsx')).Results)

const load = pageLoader(paths.home, handle, ({ site, url }) => {
  const search = readSearch(homeSearch, url.searchParams)
  const { queries } = site
  if (!isHome(search))
    return Promise.all([
      queries.ensureQueryData(searchQuery(site, search)),
      search.kind === 'nodes' && queries.ensureQueryData(comfyNodesQuery(site, search)),
      search.kind === 'workflows' && queries.ensureQueryData(workflowsQuery(site, search)),
      Results.prepare(),
    ])
  return Promise.all([
    Shelves.prepare(),
    queries.ensureQueryData(tagsQuery(site)),
    queries.ensureQueryData(totalsQuery(site)),
    loadShown(site),
    queries.ensureQueryData(workflowShelfQuery(site)),
    ...shelves.map((kind) => queries.ensureQueryData(shelfQuery(site, kind))),
  ])
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
    <>
      {isHome(search) ? (
        <>
          <Head />
          <Main band={<Hero />} className="grid gap-14 pt-10! sm:pt-14!">
            <Shelves />
          </Main>
        </>
      ) : (
        <>
          <ResultsHead />
          <Main className="flex flex-col pt-4! sm:pt-6!">
            <Results />
          </Main>
        </>
      )}
    </>
  )
}

/** Whether the page shows the whole site rather than results. */
const isHome = (search: HomeSearch) => !isSearch(search) && search.page === 1

/**
 * Search engines index categories and tags as pages of their own; other searches are views of the full list.
 */
function ResultsHead() {
  const search = useSearch(homeSearch)
  const { total } = useSuspenseQuery(searchQuery(useSite(), search)).data
  return <Head isEmpty={total === 0} />
}

function Head({ isEmpty = false }: { isEmpty?: boolean }) {
  const t = useText('home')
  const { siteUrl, productName } = useSite().settings
  const search = useSearch(homeSearch)
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
      {...(isPlain || !isEmpty ? { path: links.home({ ...(isPlain ? { page } : {}), ...own }) } : {})}
      {...(own.tag ? { feedOf: `/tags/${encodeURIComponent(own.tag)}` } : {})}
    />
  )
}
