import { Link } from 'react-router'
import { type HomeSearch, links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'

const views: readonly { view: HomeSearch['view']; label: TextKey<'home'>; icon: IconName }[] = [
  { view: 'rows', label: 'view_rows', icon: 'list' },
  { view: 'cards', label: 'view_cards', icon: 'cards' },
]

export function ViewLinks({ search }: { search: HomeSearch }) {
  const t = useText('home')
  return (
    <nav aria-label={t('view_as')}>
      <ul className="flex rounded-md border border-line p-0.5">
        {views.map(({ view, label, icon }) => (
          <li key={view}>
            <Link
              to={links.home({ ...search, view })}
              rel="nofollow"
              preventScrollReset
              title={t(label)}
              aria-label={t(label)}
              aria-current={search.view === view ? 'true' : undefined}
              className="grid size-7 place-items-center rounded-sm text-muted hover:text-ink aria-[current=true]:bg-sunken aria-[current=true]:text-ink"
            >
              <Icon name={icon} className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
