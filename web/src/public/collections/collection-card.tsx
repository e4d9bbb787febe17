import type { Collection } from '@nodeyard/contract/discovery'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { hueOf } from '../cards/card.ts'
import { PackPicture } from '../cards/pack-picture.tsx'

/** Collections as cards that show their first packs. */
export function CollectionList({ collections }: { collections: readonly Collection[] }) {
  return (
    <ul className="card-grid">
      {collections.map((collection) => (
        <CollectionCard key={collection.id} collection={collection} />
      ))}
    </ul>
  )
}

function CollectionCard({ collection }: { collection: Collection }) {
  const t = useText('collections')
  const formats = useFormats()
  const { id, title, description, covers, node_count: count, is_public: isPublic } = collection
  const [first] = covers
  return (
    <li className="min-w-0">
      <article
        className={`card card-link relative flex h-full flex-col overflow-hidden ${first ? hueOf(first.id, first.look.sketches) : 'hue-other'}`}
      >
        <Covers covers={covers} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5 p-4">
          <div className="flex items-start gap-2">
            <h3 className="font-display min-w-0 flex-1 truncate text-lg" dir="auto">
              <Link to={links.collection(id)} className="after:absolute after:inset-0 after:rounded-lg">
                {title}
              </Link>
            </h3>
            {!isPublic && <Badge>{t('private')}</Badge>}
          </div>
          <p className="line-clamp-2 min-h-[2.625rem] text-sm break-words text-muted" dir="auto">
            {description}
          </p>
          <ul className="facts mt-auto pt-1.5 text-xs text-muted tabular-nums">
            <li>
              <Icon name="package" className="size-3.5" />
              {t('pack_count', { count })}
            </li>
            <li>
              <time dateTime={collection.updated_at}>{formats.date(collection.updated_at)}</time>
            </li>
          </ul>
        </div>
      </article>
    </li>
  )
}

/** The first pack large, and two more in a corner of its picture. */
function Covers({ covers: [first, ...others] }: { covers: Collection['covers'] }) {
  if (!first)
    return (
      <div className="editor grid aspect-[2/1] place-items-center border-b border-line text-edge">
        <Icon name="list" className="size-10" />
      </div>
    )
  return (
    <Cover cover={first} className="border-b border-line">
      <div className="absolute end-2.5 bottom-2.5 flex w-2/5 gap-1.5">
        {others.map((cover) => (
          <Cover
            key={cover.id}
            cover={cover}
            className="min-w-0 flex-1 rounded-md shadow-float ring-2 ring-surface"
          />
        ))}
      </div>
    </Cover>
  )
}

interface Cover {
  cover: Collection['covers'][number]
  className: string
  children?: ReactNode
}

function Cover({ cover: { id, name, look }, className, children }: Cover) {
  return (
    <PackPicture
      {...{ id, name, hasPicture: look.has_picture, sketches: look.sketches }}
      className={`${hueOf(id, look.sketches)} ${className}`}
    >
      {children}
    </PackPicture>
  )
}
