import { useId } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import type { NodeCard } from '../cards/card.ts'
import { PackPicture } from '../cards/pack-picture.tsx'

/** A pack of a collection, with its author's note. */
export function Entry({ card, note, number }: { card: NodeCard; note: string; number: number }) {
  const titleId = useId()
  const { id, name, description, hasPicture, sketches, hue } = card
  return (
    <li>
      <article
        aria-labelledby={titleId}
        className={`card card-link relative grid overflow-hidden sm:grid-cols-[15rem_minmax(0,1fr)] ${hue}`}
      >
        <PackPicture
          {...{ id, name, hasPicture, sketches, isFirst: number <= 2 }}
          className="border-line max-sm:border-b sm:aspect-auto! sm:h-full sm:min-h-30 sm:border-e"
        />
        <div className="grid min-w-0 content-start gap-2 p-4 sm:px-6 sm:py-5">
          <div className="flex min-w-0 items-baseline gap-3">
            <span aria-hidden="true" className="text-sm text-muted tabular-nums">
              {number}
            </span>
            <div className="grid min-w-0 gap-0.5">
              <h2 id={titleId} className="own-direction text-lg wrap-anywhere" dir="auto">
                <Link to={links.node(id)} className="after:absolute after:inset-0 after:rounded-lg">
                  {name}
                </Link>
              </h2>
              <Facts card={card} />
            </div>
          </div>
          {note && (
            <p className="own-direction border-s-2 border-accent ps-3 text-md text-pretty break-words whitespace-pre-line">
              {note}
            </p>
          )}
          <p className="line-clamp-2 max-w-prose text-sm break-words text-muted" dir="auto">
            {description}
          </p>
        </div>
      </article>
    </li>
  )
}

function Facts({ card: { publisherId, author, version, comfyNodes } }: { card: NodeCard }) {
  const t = useText('nodes')
  return (
    <ul className="facts text-xs text-muted tabular-nums">
      {(publisherId ?? author) && (
        <li className="min-w-0">
          <bdi className="truncate">{publisherId ? `@${publisherId}` : author}</bdi>
        </li>
      )}
      {version && (
        <li>
          <bdi>v{version}</bdi>
        </li>
      )}
      {comfyNodes !== undefined && comfyNodes > 0 && (
        <li>
          <Icon name="node" className="size-3.5" />
          {t('comfy_node_count', { count: comfyNodes })}
        </li>
      )}
    </ul>
  )
}
