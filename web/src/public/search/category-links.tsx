import { type Category, isCategory } from '@nodeyard/contract/categories'
import type { Tags } from '@nodeyard/contract/search'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { categoryName } from './category-names.ts'

/** Categories with their number of nodes. */
export function CategoryLinks({ categories }: { categories: Tags['categories'] }) {
  const t = useText('home')
  const formats = formatsOf(useSite().settings.locale)
  const known = categories.filter((one): one is { value: Category; count: number } => isCategory(one.value))
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
      {known.map(({ value, count }) => (
        <li key={value}>
          <Link
            to={links.home({ category: value })}
            className="flex h-full items-baseline justify-between gap-3 rounded-md border border-line bg-surface px-3 py-2.5 text-sm transition-colors hover:border-edge"
          >
            <span className="min-w-0 font-medium">{categoryName(t, value)}</span>
            <span className="text-xs text-muted tabular-nums">{formats.number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
