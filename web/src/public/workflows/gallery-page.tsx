import { listWorkflows, workflowKinds } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useEarlyText } from '../../ground/forms/early-acts.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { inLocale, links, type WorkflowsSearch, workflowsSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { kindNames } from './kind-names.ts'
import { WorkflowList } from './workflow-list.tsx'

export const handle: PageHandle = { namespaces: ['workflows', 'nodes'] }

export const loader = pageLoader(paths.workflows, handle, ({ site, url }) =>
  site.queries.ensureQueryData(galleryQuery(site, readSearch(workflowsSearch, url.searchParams))),
)

const pageSize = 24

function galleryQuery(site: Site, { q, kind, uses, pack, page }: WorkflowsSearch) {
  const query = withoutEmpty({
    page,
    limit: pageSize,
    search: q.trim(),
    kind,
    uses: uses.trim(),
    uses_node: pack.trim(),
  })
  return routeQuery(site, listWorkflows, { query }, ({ workflows, total, totalPages }) => ({
    total,
    totalPages,
    workflows: workflows.map(({ comfy_nodes: _, path: __, ...one }) => one),
  }))
}

export function Component() {
  const t = useText('workflows')
  const search = useSearch(workflowsSearch)
  const { data } = useSuspenseQuery(galleryQuery(useSite(), search))
  return (
    <Main className="grid content-start gap-6">
      <PageHead
        title={t('title')}
        description={t('lead')}
        {...(search.q || search.uses || search.pack ? {} : { path: links.workflows({ kind: search.kind }) })}
      />
      <PageTitle title={t('title')} lead={t('lead')} />
      <div className="flex flex-wrap items-center gap-3">
        <Filter />
        <Kinds search={search} />
        <h2 className="plain ms-auto text-sm text-muted tabular-nums">
          <span role="status">{t('count', { count: data.total })}</span>
        </h2>
      </div>
      <Used search={search} />
      {data.workflows.length > 0 ? (
        <WorkflowList workflows={data.workflows} />
      ) : (
        <NothingHere icon="flow">{t('nothing')}</NothingHere>
      )}
      <Paging
        page={search.page}
        totalPages={data.totalPages}
        label={t('pages')}
        linkTo={(page) => links.workflows({ ...search, page })}
      />
    </Main>
  )
}

/** The node and the pack that the listed workflows use, each with a way to all workflows. */
function Used({ search }: { search: WorkflowsSearch }) {
  const t = useText('workflows')
  return (['uses', 'pack'] as const)
    .filter((field) => search[field] !== '')
    .map((field) => (
      <p key={field}>
        <Link
          to={links.workflows({ ...search, [field]: '', page: 1 })}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-flow-soft px-3 text-sm text-flow-strong"
        >
          {t('uses', { name: search[field] })}
          <Icon name="close" className="size-3.5" />
        </Link>
      </p>
    ))
}

/** A form that the browser sends by itself if scripts are off. */
function Filter() {
  const t = useText('workflows')
  const { locale } = useSite().settings
  const search = useSearch(workflowsSearch)
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search.q)
  useEarlyText(input, text, ({ value }) => setText(value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(links.workflows({ ...search, q: text.trim(), page: 1 }), { preventScrollReset: true })
  }
  return (
    <search className="w-full sm:w-80">
      <form action={inLocale(locale, links.workflows())} onSubmit={submit} className="relative">
        <Icon name="search" className="pointer-events-none absolute start-3 top-3 size-4 text-muted" />
        <input
          ref={input}
          type="search"
          name="q"
          value={text}
          aria-label={t('search')}
          placeholder={t('search')}
          onChange={(event) => setText(event.target.value)}
          className="own-direction h-10 w-full rounded-md border border-edge bg-surface ps-9 pe-24 text-sm placeholder:text-muted"
        />
        <Button type="submit" className="absolute! end-1 top-1 h-8!">
          {t('find')}
        </Button>
      </form>
    </search>
  )
}

function Kinds({ search }: { search: WorkflowsSearch }) {
  const t = useText('workflows')
  const names = useText('nodes')
  return (
    <nav aria-label={t('kinds')}>
      <ul className="flex flex-wrap gap-1">
        {(['', ...workflowKinds] as const).map((kind) => (
          <li key={kind}>
            <Link
              to={links.workflows({ ...search, kind, page: 1 })}
              preventScrollReset
              aria-current={search.kind === kind ? 'true' : undefined}
              className="inline-flex min-h-8 items-center rounded-full px-3 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current=true]:bg-flow-soft aria-[current=true]:font-medium aria-[current=true]:text-flow-strong"
            >
              {kind === '' ? t('all') : names(kindNames[kind])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
