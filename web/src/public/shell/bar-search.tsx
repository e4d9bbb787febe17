import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { inLocale, links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { useSearchKey } from '../search/search-key.ts'
import { SuggestField } from '../search/suggest-field.tsx'
import { useTypedSearch } from '../search/typed-search.ts'

/** Search form of the top bar, and the only one above results. Works as a plain form without JavaScript. */
export function BarSearch() {
  const t = useText('common')
  const { locale } = useSite().settings
  const isLive = useLocation().pathname === paths.home
  const input = useRef<HTMLInputElement>(null)
  const { text, type, search } = useTypedSearch({ isLive })
  useSearchKey(input)
  useTypingGoesOn(input, isLive)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <search className="max-sm:order-last max-sm:basis-full sm:min-w-32 sm:flex-1">
      <form action={inLocale(locale, links.home())} onSubmit={submit} className="relative sm:max-w-md">
        <Icon name="search" className="pointer-events-none absolute start-3 top-2.5 size-4.5 text-muted" />
        <SuggestField
          input={input}
          text={text}
          type={type}
          label={t('search_nodes')}
          placeholder={t('search_nodes')}
          isQuiet={isLive}
          className="h-9.5 w-full rounded-md border border-edge bg-canvas ps-9.5 pe-3 text-sm placeholder:text-muted"
        />
      </form>
    </search>
  )
}

/** Moves the focus to the bar when results replace the large field during typing. */
function useTypingGoesOn(input: { current: HTMLInputElement | null }, isLive: boolean): void {
  useEffect(() => {
    const field = input.current
    const hasLostFocus = document.activeElement === document.body || document.activeElement === null
    if (!isLive || !field || !hasLostFocus || matchMedia('(pointer: coarse)').matches) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isLive, input])
}
