import { useId } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { nodePicture } from '../../ground/ui/pictures.ts'
import type { NodeCard } from './card.ts'

export function NodeList({ cards }: { cards: NodeCard[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {cards.map((card) => (
        <Card key={card.id} card={card} />
      ))}
    </ul>
  )
}

function Card({ card }: { card: NodeCard }) {
  const titleId = useId()
  return (
    <li className="min-w-0">
      <article
        aria-labelledby={titleId}
        className="relative flex h-full gap-3.5 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-edge"
      >
        <NodeIcon id={card.id} picture={card.icon && nodePicture(card.id)} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-start gap-2">
            <h3 id={titleId} className="min-w-0 flex-1 truncate font-semibold" dir="auto">
              <Link to={links.node(card.id)} className="after:absolute after:inset-0 after:rounded-lg">
                {card.name}
              </Link>
            </h3>
            <Marks card={card} />
          </div>
          <p className="line-clamp-2 min-h-[2.625rem] text-sm break-words text-muted" dir="auto">
            {card.description}
          </p>
          <Matches card={card} />
          <Facts card={card} />
        </div>
      </article>
    </li>
  )
}

function Marks({ card }: { card: NodeCard }) {
  const t = useText('nodes')
  if (card.banned) return <Badge tone="danger">{t('banned')}</Badge>
  if (card.deprecated) return <Badge tone="warn">{t('deprecated')}</Badge>
  return null
}

const shownMatches = 4

/** Lists the comfy-nodes in the node that match the search. */
function Matches({ card: { matched } }: { card: NodeCard }) {
  const t = useText('nodes')
  if (matched.length === 0) return null
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-xs text-accent-strong">
      <Icon name="node" className="mt-0.5 size-3.5 shrink-0" />
      {/* Ellipsis truncation would hide the start of a Latin name in right-to-left text. */}
      <span className="line-clamp-2 wrap-anywhere" dir="auto">
        {t('matched', { count: matched.length, names: matched.slice(0, shownMatches) })}
      </span>
    </p>
  )
}

function Facts({ card }: { card: NodeCard }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  const { publisherId, author, version, downloads, stars } = card
  return (
    <ul className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-0.5 pt-1 text-xs text-muted tabular-nums">
      <li dir={publisherId ? 'ltr' : undefined} className="min-w-0 truncate">
        {publisherId ? (
          <Link to={links.publisher(publisherId)} className="relative hover:text-ink hover:underline">
            <bdi>@{publisherId}</bdi>
          </Link>
        ) : (
          <span>{t('unclaimed')}</span>
        )}
      </li>
      {author && (
        <li dir="auto" className="max-w-28 truncate">
          {author}
        </li>
      )}
      {version && (
        <li>
          <bdi>v{version}</bdi>
        </li>
      )}
      <li>
        <time dateTime={card.changedAt}>{formats.date(card.changedAt)}</time>
      </li>
      <ComfyNodeCount card={card} />
      {downloads > 0 && (
        <li className="flex items-center gap-1" title={t('download_count', { count: downloads })}>
          <Icon name="download" className="size-3.5" />
          <span className="sr-only">{t('downloads')}</span>
          {formats.compact(downloads)}
        </li>
      )}
      {stars > 0 && (
        <li className="flex items-center gap-1" title={t('star_count', { count: stars })}>
          <Icon name="star" className="size-3.5" />
          <span className="sr-only">{t('stars')}</span>
          {formats.compact(stars)}
        </li>
      )}
    </ul>
  )
}

/** Left out when matching comfy-nodes are listed. */
function ComfyNodeCount({ card: { comfyNodes, comfyNodesVerified, matched } }: { card: NodeCard }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  if (!comfyNodes || matched.length > 0) return null
  const words = comfyNodesVerified
    ? t('comfy_node_count', { count: comfyNodes })
    : t('comfy_node_count_unverified', { count: comfyNodes })
  return (
    <li
      className="flex items-center gap-1"
      title={comfyNodesVerified ? words : `${words}. ${t('unverified_hint')}`}
    >
      <Icon name="node" className="size-3.5" />
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" dir="ltr">
        {comfyNodesVerified ? '' : '≈'}
        {formats.number(comfyNodes)}
      </span>
    </li>
  )
}
