import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isCommit, shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { markOf, nodePicture } from '../../ground/ui/pictures.ts'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { hueOf } from '../cards/card.ts'
import { PackPicture } from '../cards/pack-picture.tsx'
import type { NodeView, VersionView } from './queries.ts'

interface NodeHeader {
  node: NodeView
  version?: VersionView
  /** Shown below, in the same band. */
  children?: ReactNode
}

/** Name, publisher and age of a node, or of one of its versions, beside a picture. */
export function NodeHeader({ node, version, children }: NodeHeader) {
  const shown = version ?? node.latest
  const { id, name, hasPicture, sketches } = node
  return (
    <header className={`pack-head @container border-b border-line ${hueOf(id, sketches)}`}>
      <div className="mx-auto grid w-full max-w-(--page-width) gap-6 px-4 py-6 @2xl:px-6 @2xl:py-8">
        <div className="grid items-center gap-x-10 gap-y-5 @5xl:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="grid min-w-0 content-center gap-3">
            <div className="flex items-center gap-4">
              {node.icon && <NodeIcon id={id} picture={nodePicture(id) + markOf(node.icon)} size="large" />}
              <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-2xl wrap-anywhere @2xl:text-3xl">
                <span dir="auto" className="min-w-0">
                  {version ? (
                    <Link to={links.node(id)} className="hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>
                {version && (
                  <bdi className="font-mono text-lg font-normal text-muted">{nameOf(version.version)}</bdi>
                )}
              </h1>
            </div>
            <ul className="facts text-sm text-muted tabular-nums">
              <Owner node={node} />
              {!version && shown && (
                <li>
                  <Link to={links.version(id, shown.version)} className="hover:text-ink hover:underline">
                    <bdi>v{shown.version}</bdi>
                  </Link>
                </li>
              )}
              {shown && (
                <li>
                  <Timestamp iso={shown.createdAt} />
                </li>
              )}
              <Counts node={node} />
            </ul>
            <p
              className="max-w-prose text-base text-pretty break-words whitespace-pre-line @2xl:text-lg @2xl:leading-relaxed"
              dir="auto"
            >
              {node.description}
            </p>
            <Tags tags={node.tags} />
          </div>
          <PackPicture
            {...{ id, name, hasPicture, sketches, isFirst: true }}
            className="rounded-lg border border-line shadow-raised @max-5xl:hidden"
          />
        </div>
        {children}
      </div>
    </header>
  )
}

const nameOf = (version: string) => (isCommit(version) ? shownVersion(version) : `v${version}`)

/** Publisher of the pack, or the author named by the list that it was imported from. */
function Owner({ node: { isUnclaimed, publisher, author } }: { node: NodeView }) {
  const t = useText('nodes')
  if (isUnclaimed)
    return (
      <li>
        {author && (
          <span dir="auto" className="me-1 text-ink">
            {author}
          </span>
        )}
        <Badge title={t('unclaimed_hint')}>{t('unclaimed')}</Badge>
      </li>
    )
  return (
    <li>
      <Link to={links.publisher(publisher.id)} className="font-medium text-accent hover:underline">
        <bdi>@{publisher.id}</bdi>
      </Link>
    </li>
  )
}

function Counts({ node: { downloads, github_stars: stars } }: { node: NodeView }) {
  const t = useText('nodes')
  return (
    <>
      {downloads > 0 && (
        <Count icon="download" words={t('download_count', { count: downloads })} count={downloads} />
      )}
      {stars > 0 && <Count icon="star" words={t('star_count', { count: stars })} count={stars} />}
    </>
  )
}

function Count({ icon, words, count }: { icon: IconName; words: string; count: number }) {
  const formats = useFormats()
  return (
    <li title={words}>
      <Icon name={icon} className="size-4" />
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">{formats.compact(count)}</span>
    </li>
  )
}

function Tags({ tags }: { tags: string[] }) {
  const t = useText('nodes')
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tags')} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={links.home({ tag })}
            className="inline-flex rounded-full border border-line bg-surface px-2.5 py-0.5 text-xs text-muted hover:border-edge hover:text-ink"
            dir="auto"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
