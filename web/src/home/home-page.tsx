import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { homeSearch, links } from '../links.ts'
import { definePage } from '../page.ts'
import { readSearch, useSearch } from '../search-params.ts'
import { useSite } from '../site.ts'
import { searchQuery } from './queries.ts'

const page = definePage(['home'], ({ site, url }) =>
  site.queries.ensureQueryData(searchQuery(site, readSearch(homeSearch, url.searchParams))),
)
export const { handle } = page
export const loader = page.loader
export const clientLoader = page.clientLoader

export default function HomePage() {
  const { data } = useSuspenseQuery(searchQuery(useSite(), useSearch(homeSearch)))
  return (
    <main>
      {data.cards.map((card) => (
        <Link key={card.id} to={links.node(card.id)}>
          {card.name}
        </Link>
      ))}
    </main>
  )
}
