import type { Advisory } from '@nodeyard/contract/safety'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { ButtonAnchor } from '../../ground/ui/button.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { advisoryQuery } from './queries.ts'
import { SeverityBadge } from './severity.tsx'

export const handle: PageHandle = { namespaces: ['safety'] }
export const loader = pageLoader(paths.advisory, handle, ({ site, params }) =>
  site.queries.ensureQueryData(advisoryQuery(site, params.advisoryId)),
)

export function Component() {
  const t = useText('safety')
  const { advisoryId } = usePageParams(paths.advisory)
  const { data: advisory } = useSuspenseQuery(advisoryQuery(useSite(), advisoryId))
  return (
    <Main className="grid content-start gap-6">
      <PageHead
        title={`${advisory.id}: ${advisory.title}`}
        description={advisory.title}
        path={links.advisory(advisory.id)}
      />
      <header className="grid max-w-prose gap-2">
        <p className="text-sm">
          <Link to={links.advisories()} className="text-accent underline underline-offset-4">
            {t('advisories')}
          </Link>{' '}
          <bdi className="text-muted">{advisory.id}</bdi>
        </p>
        <h1 className="text-2xl font-bold tracking-tight wrap-anywhere" dir="auto">
          {advisory.title}
        </h1>
        <div>
          <SeverityBadge severity={advisory.severity} />
        </div>
      </header>
      <State advisory={advisory} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid content-start gap-6">
          {advisory.details_html && <Prose title={t('details')} html={advisory.details_html} />}
          {advisory.remedy_html && <Prose title={t('remedy')} html={advisory.remedy_html} />}
        </div>
        <Facts advisory={advisory} />
      </div>
    </Main>
  )
}

function State({ advisory }: { advisory: Advisory }) {
  const t = useText('safety')
  const formats = useFormats()
  const { withdrawnAt, withdrawalReason, refuses_installs } = advisory
  if (withdrawnAt) {
    return (
      <Notice tone="info" title={t('withdrawn', { date: formats.date(withdrawnAt) })}>
        <p dir="auto">{withdrawalReason}</p>
      </Notice>
    )
  }
  return refuses_installs ? <Notice tone="danger" title={t('refused')} /> : null
}

function Prose({ title, html }: { title: string; html: string }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div
        dir="auto"
        className="prose rounded-lg border border-line bg-surface p-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  )
}

function Facts({ advisory }: { advisory: Advisory }) {
  const t = useText('safety')
  const { id, node_id: nodeId, affected, aliases, references } = advisory
  return (
    <section
      aria-label={t('facts')}
      className="grid content-start gap-4 self-start rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <dl className="grid gap-3.5">
        <Fact name={t('node')}>
          <Link to={links.node(nodeId)} className="text-accent underline underline-offset-4">
            <bdi>{nodeId}</bdi>
          </Link>
        </Fact>
        <Fact name={t('affected')}>
          <Targets advisory={advisory} />
          {affected.length === 0 ? (
            t('none_affected')
          ) : (
            <ul className="max-h-60 overflow-y-auto" tabIndex={affected.length > 10 ? 0 : undefined}>
              {affected.map((one) => (
                <li key={`${one.node_id} ${one.version}`}>
                  <Link to={links.version(one.node_id, one.version)} className="underline underline-offset-4">
                    <bdi>
                      {one.node_id} {one.version}
                    </bdi>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {aliases.length > 0 && (
          <Fact name={t('aliases')}>
            <bdi>{aliases.join(', ')}</bdi>
          </Fact>
        )}
        {references.length > 0 && (
          <Fact name={t('references')}>
            <ul className="grid gap-1">
              {references.map((address) => (
                <li key={address} dir="ltr" className="text-start">
                  <a
                    href={httpAddress(address)}
                    rel="nofollow noopener"
                    className="text-accent underline underline-offset-4"
                  >
                    {address}
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name={t('published')}>
          <Timestamp iso={advisory.publishedAt} />
        </Fact>
        {advisory.revision > 1 && (
          <Fact name={t('updated')}>
            <Timestamp iso={advisory.updatedAt} />
          </Fact>
        )}
      </dl>
      <ButtonAnchor href={`/api/advisories/${id}/osv`}>{t('osv')}</ButtonAnchor>
    </section>
  )
}

/** Version ranges in readable form. */
function Targets({ advisory: { ranges, archive_digests } }: { advisory: Advisory }) {
  return (
    <ul dir="ltr" className="text-start">
      {ranges.map(({ introduced, fixed, last_affected }) => (
        <li key={introduced} className="font-mono text-xs">
          ≥ {introduced}
          {fixed && `, < ${fixed}`}
          {last_affected && `, ≤ ${last_affected}`}
        </li>
      ))}
      {archive_digests.map((digest) => (
        <li key={digest} className="font-mono text-xs wrap-anywhere">
          {digest}
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="grid min-w-0 gap-1 wrap-anywhere">{children}</dd>
    </div>
  )
}
