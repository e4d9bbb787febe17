import { type Category, isCategory, type Tags } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { categoryLooks } from '../../ground/ui/hues.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { categoryName } from './category-names.ts'

/** Categories with their number of nodes. */
export function CategoryLinks({ categories }: { categories: Tags['categories'] }) {
  const t = useText('home')
  const formats = useFormats()
  const known = categories.filter((one): one is { value: Category; count: number } => isCategory(one.value))
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-3">
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
