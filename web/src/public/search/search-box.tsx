import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { homeSearch, inLocale, links } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { buttonClass } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { useSearchKey } from './search-key.ts'
import { SuggestField } from './suggest-field.tsx'

const pauseMs = 220

export function SearchBox() {
  const t = useText('home')
  const { locale } = useSite().settings
  const input = useRef<HTMLInputElement>(null)
  const { text, type, search } = useTypedSearch()
  useSearchKey(input)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <search>
      <form action={inLocale(locale, links.home())} onSubmit={submit} className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Icon name="search" className="pointer-events-none absolute start-4 top-4 text-muted" />
          <SuggestField
            input={input}
            text={text}
            type={type}
            label={t('search_label')}
            placeholder={t('search_placeholder')}
            className="h-13 w-full rounded-lg border border-edge bg-surface ps-11 pe-3 text-base sm:pe-12 shadow-raised placeholder:text-muted"
          />
          {text === '' && (
            <span
              aria-hidden="true"
              className="needs-script pointer-events-none absolute end-4 top-3.5 hidden rounded-sm border border-line bg-sunken px-1.5 font-mono text-sm text-muted sm:block"
            >
              /
            </span>
          )}
        </div>
        <button type="submit" className={buttonClass('primary', 'h-13! px-5!')}>
          {t('search')}
        </button>
      </form>
    </search>
  )
}

/** State of the search box, written to the address after a pause in typing. */
function useTypedSearch() {
  const current = useSearch(homeSearch)
  const { q } = current
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const inAddress = useRef(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (q === inAddress.current) return
    inAddress.current = q
    setText(q)
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (wanted: string) => {
    clearTimeout(timer.current)
    if (wanted.trim() === inAddress.current.trim()) return
    // The first letter adds a history entry to return to the catalog; later letters replace it.
    const replace = inAddress.current !== ''
    inAddress.current = wanted.trim()
    void navigate(links.home({ ...current, q: wanted.trim(), page: 1 }), {
      replace,
      preventScrollReset: true,
    })
  }
  const type = (wanted: string) => {
    setText(wanted)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(wanted), pauseMs)
  }
  return { text, type, search }
}
