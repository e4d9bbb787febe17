import type { SearchSort } from '@nodeyard/contract/search'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Section } from '../../ground/ui/section.tsx'
import type { NodeCard } from '../cards/card.ts'
import { NodeList } from '../cards/node-list.tsx'
import { CategoryLinks } from './category-links.tsx'
import { shelfQuery, shelfSize, tagsQuery } from './queries.ts'

export const shelves = [
  { sort: 'rising', title: 'section_rising' },
  { sort: 'newest', title: 'section_new' },
  { sort: 'updated', title: 'section_updated' },
] as const satisfies { sort: SearchSort; title: TextKey<'home'> }[]

const wayOnLook = 'py-1 text-sm text-accent underline-offset-4 hover:underline'

/** Content of the home page without a search. */
export function Shelves() {
  const t = useText('home')
  const { data: tags } = useSuspenseQuery(tagsQuery(useSite()))
  return (
    <>
      {tags.categories.length > 0 && (
        <Section
          title={t('section_categories')}
          wayOn={
            <Link to={links.tags()} className={wayOnLook}>
              {t('all_tags')}
            </Link>
          }
        >
          <CategoryLinks categories={tags.categories} />
        </Section>
      )}
      {shelves.map((shelf) => (
        <Shelf key={shelf.sort} {...shelf} />
      ))}
    </>
  )
}

function Shelf({ sort, title }: (typeof shelves)[number]) {
  const t = useText('home')
  const site = useSite()
  const { data } = useSuspenseQuery(shelfQuery(site, sort))
  const { data: newest } = useSuspenseQuery(shelfQuery(site, 'newest'))
  const isNew = ({ id }: NodeCard) => newest.some((card) => card.id === id)
  // New nodes also count as changed, but are on their own shelf already.
  const cards = (sort === 'updated' ? data.filter((card) => !isNew(card)) : data).slice(0, shelfSize)
  if (cards.length === 0) return null
  return (
    <Section
      title={t(title)}
      wayOn={
        <Link
          to={links.home(sort === 'updated' ? { sort, state: 'published' } : { sort })}
          aria-label={t('see_all_of', { name: t(title) })}
          className={wayOnLook}
        >
          {t('see_all')}
        </Link>
      }
    >
      <NodeList cards={cards} />
    </Section>
  )
}
