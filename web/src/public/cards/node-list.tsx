import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import type { NodeCard } from './card.ts'
import { Marked } from './marked.tsx'
import { PackPicture } from './pack-picture.tsx'

export interface NodeListProps {
  cards: NodeCard[]
  /** How many pictures are seen at once when the page opens. */
  firstEager?: number
  /** Beginnings of words to mark in names and descriptions. */
  words?: readonly string[]
}

const none: readonly string[] = []

/** Packs as cards with pictures. */
export function NodeList({ cards, firstEager = 0, words = none }: NodeListProps) {
  return (
    <ul className="card-grid">
      {cards.map((card, place) => (
        <Card key={card.id} card={card} words={words} isFirst={place < firstEager} />
      ))}
    </ul>
  )
}

interface CardProps {
  card: NodeCard
  words: readonly string[]
  isFirst: boolean
}

function Card({ card, words, isFirst }: CardProps) {
  const titleId = useId()
  const { id, hue, hasPicture, sketches, name, description } = card
  return (
    <li className="min-w-0">
      <article
        aria-labelledby={titleId}
        className={`card card-link relative flex h-full flex-col overflow-hidden ${hue}`}
      >
        <PackPicture {...{ id, name, hasPicture, sketches, isFirst }} className="border-b border-line">
          <Workflows count={card.workflows} />
        </PackPicture>
        <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-4">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            <div className="flex items-start gap-2">
              <Title card={card} words={words} id={titleId} className="min-w-0 flex-1 truncate text-lg" />
              <Marks card={card} />
            </div>
            <Author card={card} />
          </div>
          <p className="line-clamp-2 min-h-[2.625rem] text-sm break-words text-muted" dir="auto">
            <Marked text={description} words={words} />
          </p>
          <Matches card={card} />
          <Facts card={card} />
        </div>
      </article>
    </li>
  )
}

interface TitleProps {
  card: NodeCard
  words?: readonly string[]
  id: string
  className: string
}

/** The link of the whole card. */
export function Title({ card, words = none, id, className }: TitleProps) {
  return (
    <h3 id={id} className={`own-direction font-display ${className}`} dir="auto">
      <Link to={links.node(card.id)} className="after:absolute after:inset-0 after:rounded-lg">
        <Marked text={card.name} words={words} />
      </Link>
    </h3>
  )
}

/** How many examples show it, in the corner of its picture. */
function Workflows({ count }: { count: number }) {
  const t = useText('nodes')
  if (count === 0) return null
  const words = t('workflow_count', { count })
  return (
    <span
      title={words}
      className="on-picture absolute end-2.5 top-2.5 flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium"
    >
      <Icon name="flow" className="size-3.5" />
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  )
}

export function Marks({ card }: { card: NodeCard }) {
  const t = useText('nodes')
  if (card.banned) return <Badge tone="danger">{t('banned')}</Badge>
  if (card.deprecated) return <Badge tone="warn">{t('deprecated')}</Badge>
  return null
}

/** The publisher, marked as one of this registry, or the author whom an imported list names. */
export function Author({ card: { publisherId, author } }: { card: NodeCard }) {
  const t = useText('nodes')
  if (publisherId)
    return (
      <p
        className="own-direction flex min-w-0 items-center gap-1 text-sm text-muted"
        title={t('published_here')}
        dir="ltr"
      >
        <Link to={links.publisher(publisherId)} className="relative truncate hover:text-ink hover:underline">
          <bdi>@{publisherId}</bdi>
        </Link>
        <Icon name="verified" className="size-3.5 text-accent-strong" />
        <span className="sr-only">{t('published_here')}</span>
      </p>
    )
  if (!author) return null
  return (
    <p dir="auto" className="own-direction min-w-0 truncate text-sm text-muted">
      {author}
    </p>
  )
}

const shownMatches = 4

/** Lists the comfy-nodes in the node that match the search. */
export function Matches({ card: { matched } }: { card: NodeCard }) {
  const t = useText('nodes')
  if (matched.length === 0) return null
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-xs text-accent-strong">
      <Icon name="node" className="mt-0.5 size-3.5 shrink-0" />
      {/* Ellipsis truncation would hide the start of a Latin name in right-to-left text. */}
      <span className="matches wrap-anywhere" dir="auto">
        {t('matched', { count: matched.length, names: matched.slice(0, shownMatches) })}
      </span>
    </p>
  )
}

/** @param isShort without the version, and with stars only where there are no downloads */
export function Facts({ card, isShort = false }: { card: NodeCard; isShort?: boolean }) {
  const t = useText('nodes')
  const formats = useFormats()
  const { version, downloads, stars } = card
  return (
    <ul className="facts facts-tight mt-auto pt-1.5 text-xs text-muted tabular-nums">
      {version && !isShort && (
        <li>
          <bdi>v{version}</bdi>
        </li>
      )}
      <ComfyNodeCount card={card} />
      {downloads > 0 && (
        <Count
          icon="download"
          words={t('download_count', { count: downloads })}
          number={formats.compact(downloads)}
        />
      )}
      {stars > 0 && !(isShort && downloads > 0) && (
        <Count icon="star" words={t('star_count', { count: stars })} number={formats.compact(stars)} />
      )}
      <li>
        <time dateTime={card.changedAt}>{formats.date(card.changedAt)}</time>
      </li>
    </ul>
  )
}

function Count({ icon, words, number }: { icon: IconName; words: string; number: ReactNode }) {
  return (
    <li title={words}>
      <Icon name={icon} className="size-3.5" />
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" dir="ltr">
        {number}
      </span>
    </li>
  )
}

/** Where comfy-nodes matched, these are counted instead. */
function ComfyNodeCount({ card: { comfyNodes, comfyNodesVerified, matched } }: { card: NodeCard }) {
  const t = useText('nodes')
  const formats = useFormats()
  if (!comfyNodes || matched.length > 0) return null
  const number = formats.number(comfyNodes)
  if (comfyNodesVerified)
    return <Count icon="node" words={t('comfy_node_count', { count: comfyNodes })} number={number} />
  const words = t('comfy_node_count_unverified', { count: comfyNodes })
  return <Count icon="node" words={`${words}. ${t('unverified_hint')}`} number={`≈${number}`} />
}
