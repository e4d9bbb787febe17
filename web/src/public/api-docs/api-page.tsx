import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { apiSearch, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { readSearch, useSearch } from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { Command } from '../../ground/ui/command.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { readApiIndex, readOperation } from './openapi.ts'
import { OperationBox } from './operation-box.tsx'
import { OperationDetails } from './operation-details.tsx'

export const handle: PageHandle = { namespaces: ['api-docs'] }

/**
 * The page embeds one line per operation and the details of the open one only, because all details would be
 * large.
 */
export const loader = pageLoader(paths.apiDocs, handle, ({ site, url }) => {
  const { operation } = readSearch(apiSearch, url.searchParams)
  return Promise.all([
    site.queries.ensureQueryData(indexQuery(site)),
    site.queries.ensureQueryData(operationQuery(site, operation)),
  ])
})

function indexQuery({ getJson }: Site) {
  return queryOptions({
    queryKey: ['openapi', 'index'],
    queryFn: async ({ signal }) => readApiIndex(await getJson('/openapi', signal)),
  })
}

function operationQuery({ getJson }: Site, id: string) {
  return queryOptions({
    queryKey: ['openapi', 'operation', id],
    queryFn: async ({ signal }) => (id ? readOperation(await getJson('/openapi', signal), id) : null),
  })
}

export function Component() {
  const t = useText('api-docs')
  const site = useSite()
  const search = useSearch(apiSearch)
  const { data: groups } = useSuspenseQuery(indexQuery(site))
  const { data: operation } = useSuspenseQuery(operationQuery(site, search.operation))
  return (
    <Main className="grid grid-cols-1 content-start gap-6">
      <PageHead
        title={operation ? `${operation.method} ${operation.path}` : t('title')}
        description={operation?.summary || t('intro')}
        path={links.apiDocs(operation ? { operation: operation.id } : {})}
      />
      <header className="grid max-w-prose gap-3">
        <PageTitle title={t('title')} lead={t('intro')} />
        <Command text={site.settings.apiUrl} copyLabel={t('copy_address')} />
        <p className="text-sm">
          <a className="text-accent underline underline-offset-4" href={`${site.settings.apiUrl}/openapi`}>
            {t('document')}
          </a>
        </p>
      </header>
      {!operation && <FirstCalls />}
      <nav aria-label={t('groups')}>
        <ul className="flex flex-wrap gap-2">
          {groups.map(({ name, operations }) => (
            <li key={name}>
              <a
                href={`#group-${name}`}
                className="inline-flex items-center gap-1.5 rounded-md border border-line bg-surface px-3 py-1.5 text-sm hover:border-edge"
              >
                <bdi>{name}</bdi>
                <span className="text-xs text-muted tabular-nums">{operations.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ name, operations }) => (
        <section key={name} id={`group-${name}`} className="grid grid-cols-1 scroll-mt-6 gap-3">
          <h2 className="text-lg font-semibold">
            <bdi>{name}</bdi>
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {operations.map((line) => (
              <OperationBox key={line.id} line={line} isOpen={line.id === operation?.id}>
                {line.id === operation?.id && <OperationDetails operation={operation} />}
              </OperationBox>
            ))}
          </ul>
        </section>
      ))}
    </Main>
  )
}

/** The calls that most programs need, ready to paste. */
function FirstCalls() {
  const t = useText('api-docs')
  const { apiUrl } = useSite().settings
  const calls = [
    { title: t('call_search'), path: '/nodes/search?search=upscale&limit=5', operation: 'searchNodes' },
    { title: t('call_install'), path: '/nodes/PACK_ID/install', operation: 'installNode' },
    { title: t('call_latest'), path: '/nodes/PACK_ID/versions', operation: 'listNodeVersions' },
    { title: t('call_file'), path: '/catalogue/latest', operation: 'getCatalogue' },
  ]
  return (
    <section aria-labelledby="first-calls" className="card grid gap-4 p-5">
      <h2 id="first-calls" className="text-lg font-semibold">
        {t('first_calls')}
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {calls.map(({ title, path, operation }) => (
          <li key={path} className="grid min-w-0 content-start gap-1.5">
            <Link
              to={links.apiDocs({ operation })}
              className="text-sm font-medium text-accent hover:underline"
            >
              {title}
            </Link>
            <Command text={`curl '${apiUrl}${path}'`} copyLabel={t('copy_call')} />
          </li>
        ))}
      </ul>
    </section>
  )
}
