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
import { type ShelfKind, shelfQuery, shelves, tagsQuery } from './queries.ts'
import { shelfOf, workflowShelfQuery } from './shown-workflow.ts'

/** Content of the home page without a search. */
export function Shelves() {
  const t = useText('home')
  const site = useSite()
  const search = useSearch(homeSearch)
  const { data: tags } = useSuspenseQuery(tagsQuery(site))
  const { data: workflows } = useSuspenseQuery(workflowShelfQuery(site))
  const shown = shelfOf(workflows)
  const filled = useFilledShelves()
  const isRising = ({ kind }: FilledShelf) => kind.sort === 'rising'
  if (filled.length === 0) return <NothingFound search={search} total={0} />
  return (
    <>
      {filled.filter(isRising).map(toShelf)}
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
      {filled.filter((one) => !isRising(one)).map(toShelf)}
    </>
  )
}

interface FilledShelf {
  kind: ShelfKind
  cards: NodeCard[]
}

const toShelf = (filled: FilledShelf) => <Shelf key={filled.kind.sort} {...filled} />

/** Fills shelves one after the other, so that no pack is on two of them. */
function useFilledShelves(): FilledShelf[] {
  const site = useSite()
  const used = new Set<string>()
  return shelves.flatMap((kind) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of shelves never changes
    const { data } = useSuspenseQuery(shelfQuery(site, kind))
    const cards = data.filter(({ id }) => !used.has(id)).slice(0, kind.size)
    for (const { id } of cards) used.add(id)
    return cards.length > 0 ? [{ kind, cards }] : []
  })
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

/** The whole list in the order of a shelf, or one near to it. */
const wholeOf = {
  rising: { sort: 'rising' },
  newest: { sort: 'newest' },
  updated: { sort: 'updated', state: 'published' },
  relevance: { sort: 'stars' },
} as const

function Shelf({ kind: { sort, title }, cards }: FilledShelf) {
  const t = useText('home')
  return (
    <Section
      title={t(title)}
      wayOn={<WayOn to={links.home(wholeOf[sort])} text={t('see_all')} of={t(title)} />}
    >
      <NodeList cards={cards} />
    </Section>
  )
}
