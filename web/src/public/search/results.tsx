import { maxFound } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigation } from 'react-router'
import { type HomeSearch, homeSearch, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { NodeList } from '../cards/node-list.tsx'
import { NodeRows } from '../cards/node-rows.tsx'
import { WorkflowList } from '../workflows/workflow-list.tsx'
import { categoryName } from './category-names.ts'
import { ComfyNodeResults } from './comfy-node-results.tsx'
import { ActiveFilters, Facets, narrowing } from './facets.tsx'
import { hasKinds, KindLinks } from './kind-links.tsx'
import { isModelAddress } from './model-address.ts'
import { NothingFound } from './nothing-found.tsx'
import { comfyNodesQuery, isSearch, type SearchData, searchQuery, workflowsQuery } from './queries.ts'
import { RepositoryOffer } from './repository-offer.tsx'
import { ResultCount } from './result-count.tsx'
import { SearchTips } from './search-tips.tsx'
import { SortLinks } from './sort-links.tsx'
import { ViewLinks } from './view-links.tsx'

/** Search results beside their filters. The search field is in the bar. */
export function Results() {
  const t = useText('home')
  const search = useSearch(homeSearch)
  const { data } = useSuspenseQuery(searchQuery(useSite(), search))
  const { facets, total, kinds } = data
  const choice = kinds && hasKinds(search, kinds) ? kinds : undefined
  const hasFacets =
    search.kind === 'packs' && facets && narrowing({ search, counts: facets, total }).length > 0
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
          {choice && (
            <div className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line">
              <KindLinks search={search} counts={choice} />
              {search.kind === 'packs' && <Order search={search} total={total} />}
            </div>
          )}
          <Answers search={search} data={data} />
          <RepositoryOffer q={search.q} />
          {search.kind === 'packs' && (
            <PackResults search={search} data={data} isCounted={choice !== undefined} />
          )}
          {search.kind === 'nodes' && <NodeResults search={search} words={data.words} />}
          {search.kind === 'workflows' && <WorkflowResults search={search} />}
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

/** How packs are sorted, and whether they are shown as rows or cards. */
function Order({ search, total }: { search: HomeSearch; total: number }) {
  return (
    <div className="flex max-w-full items-center gap-3">
      {total > 1 && <SortLinks search={search} />}
      {total > 0 && <ViewLinks search={search} />}
    </div>
  )
}

/** @param isCounted whether the kinds have the count already */
function PackResults({
  search,
  data,
  isCounted,
}: {
  search: HomeSearch
  data: SearchData
  isCounted: boolean
}) {
  const { total, words } = data
  const Packs = search.view === 'cards' ? NodeList : NodeRows
  return (
    <>
      {isCounted ? (
        <div className={data.corrected ? '' : 'sr-only'}>
          <ResultCount q={search.q} total={total} corrected={data.corrected} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ResultCount q={search.q} total={total} corrected={data.corrected} />
          <Order search={search} total={total} />
        </div>
      )}
      <ActiveFilters search={search} />
      {data.cards.length > 0 ? (
        <Packs cards={data.cards} firstEager={3} words={words} />
      ) : (
        <NothingFound search={search} total={total} />
      )}
      <Pages search={search} totalPages={data.totalPages} />
    </>
  )
}

function NodeResults({ search, words }: { search: HomeSearch; words: readonly string[] }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(comfyNodesQuery(useSite(), search))
  const { total, totalPages, comfy_nodes: nodes } = data
  return (
    <>
      {total < maxFound && <KindCount text={t('comfy_node_count', { count: total })} />}
      {nodes.length > 0 ? <ComfyNodeResults nodes={nodes} words={words} /> : <NoneOfKind q={search.q} />}
      <Pages search={search} totalPages={totalPages} />
    </>
  )
}

function WorkflowResults({ search }: { search: HomeSearch }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(workflowsQuery(useSite(), search))
  const { total, totalPages, workflows } = data
  return (
    <>
      {total < maxFound && <KindCount text={t('workflow_count', { count: total })} />}
      {workflows.length > 0 ? <WorkflowList workflows={workflows} /> : <NoneOfKind q={search.q} />}
      <Pages search={search} totalPages={totalPages} />
    </>
  )
}

function KindCount({ text }: { text: string }) {
  return (
    <h2 className="plain text-sm text-muted">
      <span role="status">{text}</span>
    </h2>
  )
}

function NoneOfKind({ q }: { q: string }) {
  const t = useText('home')
  return <NothingHere icon="search">{t('none_of_kind', { text: q.trim() })}</NothingHere>
}

function Pages({ search, totalPages }: { search: HomeSearch; totalPages: number }) {
  const t = useText('home')
  return (
    <Paging
      page={search.page}
      totalPages={totalPages}
      label={t('result_pages')}
      linkTo={(page) => links.home({ ...search, page })}
    />
  )
}

/** Shows what a text names: a model, a node of the tool, or a node of a pack. */
function Answers({ search: { q }, data: { builtIn, comfyNode } }: { search: HomeSearch; data: SearchData }) {
  const t = useText('home')
  if (isModelAddress(q))
    return (
      <Answer
        icon="cube"
        title={t('model_title')}
        text={t('model_text')}
        to={links.resolve()}
        link={t('model_link')}
      />
    )
  if (builtIn)
    return (
      <Answer
        icon="check"
        title={t('built_in_title', { name: builtIn })}
        text={t('built_in_text')}
        to={links.workflows({ uses: builtIn })}
        link={t('built_in_workflows')}
      />
    )
  if (!comfyNode) return null
  const { comfy_node_name: name, node_id: id, node_name: pack } = comfyNode
  return (
    <Answer
      icon="node"
      title={t('comfy_node_title', { name })}
      text={t('comfy_node_text', { pack })}
      to={links.comfyNode(id, name)}
      link={t('comfy_node_link')}
    />
  )
}

interface AnswerProps {
  icon: IconName
  title: string
  text: string
  to: string
  link: string
}

function Answer({ icon, title, text, to, link }: AnswerProps) {
  return (
    <div className="card flex flex-wrap items-center gap-x-4 gap-y-1 border-s-4 border-s-accent px-4 py-3 text-sm">
      <Icon name={icon} className="text-accent-strong" />
      <p className="min-w-0 flex-1 text-pretty wrap-anywhere">
        <strong className="font-semibold">{title}</strong> {text}
      </p>
      <Link to={to} className="text-accent-strong hover:underline">
        {link}
      </Link>
    </div>
  )
}

/** The old results stay while the next ones are on their way. */
function useIsSearching(): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname.endsWith(links.home())
}
