import { useId } from 'react'
import type { NodeCard } from './card.ts'
import { Marked } from './marked.tsx'
import { Author, Facts, Marks, Matches, type NodeListProps, Title } from './node-list.tsx'
import { PackTile } from './pack-tile.tsx'

/** Packs as rows, which show many at once. */
export function NodeRows({ cards, firstEager = 0, words = [] }: NodeListProps) {
  return (
    <ul className="card divide-y divide-line">
      {cards.map((card, place) => (
        <Row key={card.id} card={card} words={words} isFirst={place < firstEager} />
      ))}
    </ul>
  )
}

interface RowProps {
  card: NodeCard
  words: readonly string[]
  isFirst: boolean
}

function Row({ card, words, isFirst }: RowProps) {
  const titleId = useId()
  return (
    <li>
      <article
        aria-labelledby={titleId}
        className={`pack-row relative flex gap-3 px-2.5 py-2 hover:bg-sunken sm:py-[3px] ${card.hue}`}
      >
        <PackTile card={card} isFirst={isFirst} />
        <div className="grid min-w-0 flex-1 content-center gap-y-0.5 sm:gap-y-0">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 sm:flex-nowrap">
            <Title
              card={card}
              words={words}
              id={titleId}
              className="min-w-0 truncate text-base/[1.25rem] max-sm:basis-full"
            />
            <Author card={card} />
            <Marks card={card} />
            <Facts card={card} isShort />
          </div>
          <p className="truncate text-sm/[1.125rem] text-muted" dir="auto">
            <Marked text={card.description} words={words} />
          </p>
          <Matches card={card} />
        </div>
      </article>
    </li>
  )
}
