import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { links } from '../links.ts'
import { type PageHandle, pageLoader } from '../page.ts'
import { paths } from '../paths.ts'
import { Main } from '../shell/main.tsx'
import { type Site, useSite, useText } from '../site.ts'
import { Command } from '../ui/command.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { readApiDocs } from './openapi.ts'
import { OperationBox } from './operation-box.tsx'

export const handle: PageHandle = { namespaces: ['api-docs'] }

export const loader = pageLoader(paths.apiDocs, handle, ({ site }) =>
  site.queries.ensureQueryData(apiDocsQuery(site)),
)

function apiDocsQuery({ getJson }: Site) {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => readApiDocs(await getJson('/openapi', signal)),
  })
}

export function Component() {
  const t = useText('api-docs')
  const site = useSite()
  const { data: docs } = useSuspenseQuery(apiDocsQuery(site))
  return (
    <Main className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('title')} description={t('intro')} path={links.apiDocs()} />
      <header className="grid max-w-prose gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t('title')}</h1>
        <p className="text-muted">{t('intro')}</p>
        <Command text={site.settings.apiUrl} copyLabel={t('copy_address')} />
        <p className="text-sm">
          <a className="text-accent underline underline-offset-4" href={`${site.settings.apiUrl}/openapi`}>
            {t('document')}
          </a>
        </p>
      </header>
      <nav aria-label={t('groups')}>
        <ul className="flex flex-wrap gap-2">
          {docs.groups.map(({ name, operations }) => (
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
      {docs.groups.map(({ name, operations }) => (
        <section key={name} id={`group-${name}`} className="grid grid-cols-1 scroll-mt-6 gap-3">
          <h2 className="text-lg font-semibold">
            <bdi>{name}</bdi>
          </h2>
          {operations.map((operation) => (
            <OperationBox key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </Main>
  )
}
