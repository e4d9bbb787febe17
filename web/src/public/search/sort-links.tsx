import type { SearchSort } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { type HomeSearch, links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'

const sorts: readonly { sort: SearchSort; label: TextKey<'home'> }[] = [
  { sort: 'relevance', label: 'sort_relevance' },
  { sort: 'downloads', label: 'sort_downloads' },
  { sort: 'stars', label: 'sort_stars' },
  { sort: 'newest', label: 'sort_newest' },
  { sort: 'updated', label: 'sort_updated' },
  { sort: 'name', label: 'sort_name' },
]

export function SortLinks({ search }: { search: HomeSearch }) {
  const t = useText('home')
  return (
    <nav aria-label={t('sort_by')} className="strip -mx-1">
      <ul className="flex w-max gap-1 px-1">
        {sorts.map(({ sort, label }) => (
          <li key={sort}>
            <Link
              to={links.home({ ...search, sort, page: 1 })}
              rel="nofollow"
              preventScrollReset
              aria-current={search.sort === sort ? 'true' : undefined}
              className="inline-flex min-h-8 items-center rounded-md px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current=true]:bg-sunken aria-[current=true]:font-medium aria-[current=true]:text-ink"
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
