import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { homeSearch, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'
import type { NodeCard } from '../cards/card.ts'
import { NodeList } from '../cards/node-list.tsx'
import { WorkflowList } from '../workflows/workflow-list.tsx'
import { CategoryLinks } from './category-links.tsx'
import { NothingFound } from './nothing-found.tsx'
import { shelfQuery, shelfSize, shelves, shortShelfSize, tagsQuery } from './queries.ts'
import { shelfOf, workflowShelfQuery } from './shown-workflow.ts'

/** Content of the home page without a search. */
export function Shelves() {
  const t = useText('home')
  const site = useSite()
  const search = useSearch(homeSearch)
  const { data: tags } = useSuspenseQuery(tagsQuery(site))
  const { data: popular } = useSuspenseQuery(shelfQuery(site, 'downloads'))
  const { data: workflows } = useSuspenseQuery(workflowShelfQuery(site))
  const shown = shelfOf(workflows)
  const [rising, ...others] = shelves
  if (popular.length === 0) return <NothingFound search={search} total={0} />
  return (
    <>
      <Shelf {...rising} />
      {tags.categories.length > 0 && (
        <Section title={t('section_categories')} wayOn={<WayOn to={links.tags()} text={t('all_tags')} />}>
          <CategoryLinks categories={tags.categories} />
        </Section>
      )}
      {shown.length > 0 && (
        <Section
          title={t('section_workflows')}
          lead={t('section_workflows_text')}
          wayOn={<WayOn to={links.workflows()} text={t('see_all')} of={t('section_workflows')} />}
        >
          <WorkflowList workflows={shown} />
        </Section>
      )}
      {others.map((shelf) => (
        <Shelf key={shelf.sort} {...shelf} />
      ))}
      <Section
        title={t('section_popular')}
        wayOn={<WayOn to={links.home({ sort: 'downloads' })} text={t('see_all')} of={t('section_popular')} />}
      >
        <NodeList cards={popular} />
      </Section>
    </>
  )
}

function WayOn({ to, text, of }: { to: string; text: string; of?: string }) {
  const t = useText('home')
  return (
    <Link
      to={to}
      {...(of ? { 'aria-label': t('see_all_of', { name: of }) } : {})}
      className="inline-flex items-center gap-1 py-1 text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {text}
      <Icon name="next" className="mirrored size-3.5" />
    </Link>
  )
}

function Shelf({ sort, title }: (typeof shelves)[number]) {
  const t = useText('home')
  const site = useSite()
  const { data } = useSuspenseQuery(shelfQuery(site, sort))
  const { data: newest } = useSuspenseQuery(shelfQuery(site, 'newest'))
  const isNew = ({ id }: NodeCard) => newest.some((card) => card.id === id)
  // New nodes also count as changed, but are on their own shelf already.
  const cards = (sort === 'updated' ? data.filter((card) => !isNew(card)) : data).slice(
    0,
    sort === 'rising' ? shelfSize : shortShelfSize,
  )
  if (cards.length === 0) return null
  return (
    <Section
      title={t(title)}
      wayOn={
        <WayOn
          to={links.home(sort === 'updated' ? { sort, state: 'published' } : { sort })}
          text={t('see_all')}
          of={t(title)}
        />
      }
    >
      <NodeList cards={cards} />
    </Section>
  )
}
