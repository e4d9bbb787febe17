import { type HomeSearch, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { isSearch } from './queries.ts'

/** Shown when no node matches, none exists, or the page is past the last one. */
export function NothingFound({ search, total }: { search: HomeSearch; total: number }) {
  const t = useText('home')
  const { isFilling } = useSite().settings
  const text = search.q.trim()
  const isAsked = isSearch(search)
  return (
    <div className="[.answers-alone~&]:hidden grid justify-items-center gap-3 rounded-lg border border-dashed border-line px-6 py-14 text-center">
      <Icon name="search" className="size-12 text-edge" />
      <p dir="auto" className="text-lg font-semibold">
        {total > 0
          ? t('past_the_end')
          : text
            ? t('nothing_found', { text })
            : isAsked
              ? t('nothing_left')
              : t(isFilling ? 'filling' : 'empty_catalogue')}
      </p>
      {isAsked && total === 0 && (
        <p className="max-w-md text-sm text-muted text-pretty">{t('nothing_found_hint')}</p>
      )}
      {(isAsked || total > 0) && (
        <ButtonLink to={links.home(total > 0 ? { ...search, page: 1 } : {})} className="mt-2">
          {total > 0 ? t('to_first_page') : t('show_all')}
        </ButtonLink>
      )}
    </div>
  )
}
