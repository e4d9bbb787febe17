import type { Collection } from '@nodeyard/contract/collections'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
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
  const formats = formatsOf(useSite().settings.locale)
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

/** The first pack large, two more beside it. */
function Covers({ covers: [first, ...others] }: { covers: Collection['covers'] }) {
  if (!first)
    return (
      <div className="editor grid aspect-[2/1] place-items-center border-b border-line text-edge">
        <Icon name="list" className="size-10" />
      </div>
    )
  const pictureOf = ({ id, name, look }: Collection['covers'][number]) => (
    <PackPicture
      key={id}
      {...{ id, name, hasPicture: look.has_picture, sketches: look.sketches }}
      className={`aspect-auto! h-full ${hueOf(id, look.sketches)}`}
    />
  )
  return (
    <div
      className={`grid aspect-[2/1] gap-px border-b border-line bg-line ${others.length > 0 ? 'grid-cols-[2fr_1fr]' : ''}`}
    >
      {pictureOf(first)}
      {others.length > 0 && <div className="grid auto-rows-fr gap-px">{others.map(pictureOf)}</div>}
    </div>
  )
}
