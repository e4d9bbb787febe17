import { listPublishReports, type NodeDetail } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { NoAccess } from '../../account/access/no-access.tsx'
import { currentUserQuery } from '../../account/access/queries.ts'
import { roleQuery, useActsAsAdmin, useMay } from '../../account/access/use-may.ts'
import { Main } from '../../ground/page/main.tsx'
import type { PageHandle } from '../../ground/page/page.ts'
import { Waiting } from '../../ground/page/waiting.tsx'
import { links } from '../../ground/paths/links.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { Namespace, TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { nodePicture } from '../../ground/ui/pictures.ts'
import { TabLinks } from '../../ground/ui/tab-links.tsx'
import { managedNodeQuery } from './queries.ts'

/** Namespaces that every management page of a node needs. */
export const manageHandle = {
  namespaces: ['manage', 'nodes', 'forms'] satisfies readonly Namespace[],
} satisfies PageHandle

const tabs = {
  details: { to: manageLinks.details, text: 'details' },
  versions: { to: manageLinks.versions, text: 'versions' },
  statistics: { to: (nodeId: string) => manageLinks.statistics(nodeId), text: 'statistics' },
  transfer: { to: manageLinks.transfer, text: 'transfer' },
  delete: { to: manageLinks.delete, text: 'delete_node' },
} as const satisfies Record<string, { to(nodeId: string): string; text: TextKey<'manage'> }>

/** Data shared by all management pages of a node. */
export interface ManagedNode {
  node: NodeDetail
  may: ReturnType<typeof useMay>
}

/** Layout of `/nodes/:nodeId/manage` and the pages below it. Pages must export `manageHandle`. */
export function ManageNodeLayout({
  nodeId,
  title,
  children,
}: {
  nodeId: string
  title: string
  children: (managed: ManagedNode) => ReactNode
}) {
  return (
    <>
      <PageHead title={`${title} · ${nodeId}`} />
      <SignedInOnly>{() => <Shell nodeId={nodeId}>{children}</Shell>}</SignedInOnly>
    </>
  )
}

function Shell({ nodeId, children }: { nodeId: string; children: (managed: ManagedNode) => ReactNode }) {
  const site = useSite()
  const { data: node, error, refetch } = useQuery(managedNodeQuery(site, nodeId))
  const publisherId = node?.publisher.id
  const user = useQuery(currentUserQuery(site))
  const role = useQuery({
    ...roleQuery(site, publisherId ?? '', user.data?.id ?? ''),
    enabled: publisherId !== undefined && user.data !== undefined,
  })
  const may = useMay(publisherId)
  const failed = [role, user].find((one) => one.error && one.data === undefined)
  if (error && !node) {
    return (
      <Main>
        <LoadProblem problem={error} retry={() => void refetch()} />
      </Main>
    )
  }
  if (failed) {
    return (
      <Main>
        <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
      </Main>
    )
  }
  if (!node || role.data === undefined) return <Waiting />
  if (!may(listPublishReports)) return <NotYourNode node={node} />
  return (
    <Main className="grid grid-cols-1 content-start gap-6">
      <Header node={node} />
      {children({ node, may })}
    </Main>
  )
}

function Header({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  const forms = useText('forms')
  const isAdmin = useActsAsAdmin(node.publisher.id)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <NodeIcon id={node.id} picture={node.icon && nodePicture(node.id)} />
        <div className="grid min-w-0 flex-1 basis-60">
          <h1 className="line-clamp-2 text-xl font-bold tracking-tight wrap-anywhere sm:text-2xl">
            <bdi>{node.name}</bdi>
          </h1>
          <p className="flex flex-wrap gap-x-2 text-sm text-muted">
            <bdi className="font-mono wrap-anywhere">{node.id}</bdi>
            <Link
              to={links.managePublisher(node.publisher.id)}
              className="text-accent underline-offset-4 hover:underline"
            >
              <bdi>@{node.publisher.id}</bdi>
            </Link>
            {isAdmin && <Badge tone="warn">{forms('as_admin')}</Badge>}
          </p>
        </div>
        <ButtonLink to={manageLinks.howToPublish({ publisher: node.publisher.id })}>
          {t('how_to_publish')}
        </ButtonLink>
        <ButtonLink to={links.node(node.id)}>{t('public_page')}</ButtonLink>
      </header>
      <Tabs nodeId={node.id} />
      {node.status === 'NodeStatusBanned' && (
        <Notice tone="danger" title={t('node_banned')}>
          <span dir="auto">{node.status_detail}</span>
        </Notice>
      )}
    </>
  )
}

function Tabs({ nodeId }: { nodeId: string }) {
  const t = useText('manage')
  const all = Object.values(tabs).map(({ to, text }) => ({
    to: to(nodeId),
    text: t(text),
    // The pages of single versions belong to the tab of the version list.
    hasPagesBelow: text === 'versions',
  }))
  return <TabLinks label={t('manage')} tabs={all} />
}

function NotYourNode({ node }: { node: NodeDetail }) {
  const t = useText('manage')
  return (
    <NoAccess
      name={node.name}
      title={t('not_yours')}
      text={t('not_yours_text')}
      publicPage={{ to: links.node(node.id), text: t('public_page') }}
    />
  )
}
