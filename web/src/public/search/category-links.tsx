import { type Category, isCategory } from '@nodeyard/contract/categories'
import type { Tags } from '@nodeyard/contract/search'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { categoryLooks } from '../../ground/ui/hues.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { categoryName } from './category-names.ts'

/** Categories with their number of nodes. */
export function CategoryLinks({ categories }: { categories: Tags['categories'] }) {
  const t = useText('home')
  const formats = formatsOf(useSite().settings.locale)
  const known = categories.filter((one): one is { value: Category; count: number } => isCategory(one.value))
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-3">
      {known.map(({ value, count }) => (
        <li key={value}>
          <Link
            to={links.home({ category: value })}
            className={`card card-link flex h-full items-center gap-3 p-2.5 pe-3.5 text-sm ${categoryLooks[value].hue}`}
          >
            <span aria-hidden="true" className="tinted grid size-10 shrink-0 place-items-center rounded-md">
              <Icon name={categoryLooks[value].icon} />
            </span>
            <span className="min-w-0 font-medium text-pretty">{categoryName(t, value)}</span>
            <span className="ms-auto text-xs text-muted tabular-nums">{formats.number(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
