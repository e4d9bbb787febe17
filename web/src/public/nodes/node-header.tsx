import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { nodePicture } from '../../ground/ui/pictures.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import type { NodeView, VersionView } from './queries.ts'

/** Name, publisher and age of a node, or of one of its versions. */
export function NodeHeader({ node, version }: { node: NodeView; version?: VersionView }) {
  const shown = version ?? node.latest
  return (
    <header className="flex gap-4 sm:gap-5">
      <NodeIcon id={node.id} picture={node.icon && nodePicture(node.id)} size="large" />
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-1.5">
        <h1 className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold tracking-tight break-words sm:text-2xl">
          <span dir="auto" className="min-w-0">
            {version ? (
              <Link to={links.node(node.id)} className="hover:underline">
                {node.name}
              </Link>
            ) : (
              node.name
            )}
          </span>
          {version && <bdi className="font-mono text-lg font-normal text-muted">v{version.version}</bdi>}
        </h1>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          <Owner node={node} />
          {!version && shown && (
            <Link to={links.version(node.id, shown.version)} className="hover:text-ink hover:underline">
              <bdi>v{shown.version}</bdi>
            </Link>
          )}
          {shown && <Timestamp iso={shown.createdAt} />}
          <Counts node={node} />
        </div>
        <p className="max-w-prose text-pretty break-words whitespace-pre-line" dir="auto">
          {node.description}
        </p>
        <Tags tags={node.tags} />
      </div>
    </header>
  )
}

function Owner({ node: { isUnclaimed, publisher } }: { node: NodeView }) {
  const t = useText('nodes')
  if (isUnclaimed) return <Badge title={t('unclaimed_hint')}>{t('unclaimed')}</Badge>
  return (
    <Link to={links.publisher(publisher.id)} className="font-medium text-accent hover:underline">
      <bdi>@{publisher.id}</bdi>
    </Link>
  )
}

function Counts({ node: { downloads, github_stars: stars } }: { node: NodeView }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  return (
    <>
      {downloads > 0 && (
        <span className="flex items-center gap-1" title={t('download_count', { count: downloads })}>
          <Icon name="download" className="size-4" />
          <span className="sr-only">{t('downloads')}</span>
          {formats.compact(downloads)}
        </span>
      )}
      {stars > 0 && (
        <span className="flex items-center gap-1" title={t('star_count', { count: stars })}>
          <Icon name="star" className="size-4" />
          <span className="sr-only">{t('stars')}</span>
          {formats.compact(stars)}
        </span>
      )}
    </>
  )
}

function Tags({ tags }: { tags: string[] }) {
  const t = useText('nodes')
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tags')} className="flex flex-wrap gap-1.5 pt-1">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={links.home({ tag })}
            className="inline-flex rounded-md bg-sunken px-2 py-0.5 text-xs text-muted hover:text-ink"
            dir="auto"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
