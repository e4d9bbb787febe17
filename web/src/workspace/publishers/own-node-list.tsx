import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { manageLinks } from '../../ground/paths/manage-links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { nodePicture } from '../../ground/ui/pictures.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { VersionMarks } from '../../public/nodes/version-marks.tsx'
import { isStopped, type OwnNode } from './queries.ts'

/** Nodes as their owners see them, including pending and banned ones. */
export function OwnNodeList({ nodes }: { nodes: OwnNode[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {nodes.map((node) => (
        <li key={node.id} className="grid gap-2 px-4 py-3">
          <Row node={node} />
          {node.isBanned && <BanReason node={node} />}
        </li>
      ))}
    </ul>
  )
}

function Row({ node }: { node: OwnNode }) {
  const t = useText('workspace')
  const formats = useFormats()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <NodeIcon id={node.id} picture={node.hasIcon ? nodePicture(node.id) : undefined} />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <Link
            to={links.node(node.id)}
            className="min-w-0 font-medium wrap-anywhere hover:underline"
            dir="auto"
          >
            {node.name}
          </Link>
          {node.isBanned && <Badge tone="danger">{t('banned')}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{node.id}</bdi>
        </p>
        {node.description && (
          <p className="line-clamp-2 text-sm text-muted wrap-anywhere" dir="auto">
            {node.description}
          </p>
        )}
      </div>
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm tabular-nums max-lg:order-last max-lg:basis-full max-lg:items-start">
        <div className="grid gap-0.5 lg:w-64">
          <dt className="sr-only">{t('newest_version')}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <Versions node={node} />
          </dd>
        </div>
        <div className="lg:w-16">
          <dt className="sr-only">{t('stars')}</dt>
          <dd className="inline-flex items-center gap-1" title={formats.number(node.stars)}>
            <Icon name="star" className="size-4 text-muted" />
            {formats.compact(node.stars)}
          </dd>
        </div>
        <div className={`lg:w-32 ${node.rating > 0 ? '' : 'max-lg:hidden'}`}>
          <dt className="sr-only">{t('rating')}</dt>
          <dd>{node.rating > 0 ? t('rated', { number: formats.number(node.rating) }) : '–'}</dd>
        </div>
        <div className="lg:w-32 lg:text-end">
          <dt className="sr-only">{t('downloads')}</dt>
          <dd title={formats.number(node.downloads)}>
            {t('downloads_short', { count: node.downloads, number: formats.compact(node.downloads) })}
          </dd>
        </div>
      </dl>
      <ButtonLink to={manageLinks.details(node.id)} aria-label={t('manage_name', { name: node.id })}>
        {t('manage')}
      </ButtonLink>
    </div>
  )
}

function Versions({ node: { id, newest, latest } }: { node: OwnNode }) {
  const t = useText('workspace')
  if (!newest) return <span className="text-muted">{t('no_version_yet')}</span>
  return (
    <>
      <Link to={links.version(id, newest.version)} className="font-medium hover:underline">
        <bdi>v{newest.version}</bdi>
      </Link>
      <VersionMarks status={newest.status} deprecated={newest.isDeprecated} isYanked={false} />
      <span className="text-muted">
        <Timestamp iso={newest.createdAt} />
      </span>
      {latest !== newest.version && (
        <span className="basis-full text-muted">
          {latest ? t('installs_get', { version: latest }) : t('nothing_installable')}
        </span>
      )}
      {isStopped(newest.status) && (
        <Link
          to={manageLinks.version(id, newest.version)}
          aria-label={t('see_report_of', { name: `${id}@${newest.version}` })}
          className="basis-full text-accent underline-offset-4 hover:underline"
        >
          {t('see_report')}
        </Link>
      )}
    </>
  )
}

function BanReason({ node: { banReason } }: { node: OwnNode }) {
  const t = useText('workspace')
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-sm">
      <p className="font-medium text-danger">{t('node_banned_text')}</p>
      {banReason && <blockquote dir="auto">{banReason}</blockquote>}
    </div>
  )
}
