import { type FormEvent, useRef } from 'react'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { useSearchKey } from './search-key.ts'
import { SuggestField } from './suggest-field.tsx'
import { useTypedSearch } from './typed-search.ts'

/** The large search field of the home page. Results appear below it during typing. */
export function SearchBox() {
  const t = useText('home')
  const { locale } = useSite().settings
  const input = useRef<HTMLInputElement>(null)
  const { text, type, search } = useTypedSearch({ isLive: false })
  useSearchKey(input)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <search>
      <form action={inLocale(locale, links.home())} onSubmit={submit} className="relative">
        <Icon name="search" className="pointer-events-none absolute start-4.5 top-4.5 size-5 text-muted" />
        <SuggestField
          input={input}
          text={text}
          type={type}
          label={t('search_label')}
          placeholder={t('search_placeholder')}
          className="h-14 w-full rounded-lg border border-edge bg-surface ps-12 pe-28 text-base shadow-raised placeholder:text-muted sm:pe-32"
        />
        {text === '' && (
          <span
            aria-hidden="true"
            className="needs-script pointer-events-none absolute end-28 top-4 hidden h-6 place-items-center rounded-sm border border-line bg-sunken px-1.5 font-mono text-xs text-muted sm:grid"
          >
            /
          </span>
        )}
        <Button type="submit" look="primary" className="absolute! end-2 top-2 h-10! px-4!">
          {t('search')}
        </Button>
      </form>
    </search>
  )
}
