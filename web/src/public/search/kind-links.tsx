import { maxFound, type SearchKinds } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { type HomeSearch, links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'

const kinds: readonly { kind: HomeSearch['kind']; count: keyof SearchKinds; label: TextKey<'home'> }[] = [
  { kind: 'packs', count: 'nodes', label: 'kind_packs' },
  { kind: 'nodes', count: 'comfy_nodes', label: 'kind_nodes' },
  { kind: 'workflows', count: 'workflows', label: 'kind_workflows' },
]

/** Whether there are results of several kinds to choose from. */
export const hasKinds = (search: HomeSearch, counts: SearchKinds): boolean =>
  kindsOf(search, counts).length > 1

const kindsOf = (search: HomeSearch, counts: SearchKinds) =>
  kinds.filter(({ kind, count }) => counts[count] > 0 || kind === search.kind)

/** The kinds of results that a text has, each with its count. */
export function KindLinks({ search, counts }: { search: HomeSearch; counts: SearchKinds }) {
  const t = useText('home')
  const formats = useFormats()
  return (
    <nav aria-label={t('kinds')} className="strip min-w-0">
      <ul className="flex w-max gap-1">
        {kindsOf(search, counts).map(({ kind, count, label }) => (
          <li key={kind}>
            <Link
              to={links.home({ ...search, kind, page: 1 })}
              rel="nofollow"
              preventScrollReset
              aria-current={search.kind === kind ? 'page' : undefined}
              className="inline-flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {t(label)}
              <span className="rounded-full bg-sunken px-2 text-xs leading-5 font-normal text-muted tabular-nums">
                {formats.number(counts[count])}
                {counts[count] === maxFound && '+'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
