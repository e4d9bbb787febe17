import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { useSearchKey } from '../search/search-key.ts'
import { SuggestField } from '../search/suggest-field.tsx'

/** Search form of the top bar. Works as a plain form without JavaScript. */
export function BarSearch() {
  const t = useText('common')
  const { locale } = useSite().settings
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useSearchKey(input)
  const search = (event: FormEvent) => {
    event.preventDefault()
    void navigate(links.home({ q: text }))
  }
  return (
    <search className="max-md:order-last max-md:basis-full md:flex-1">
      <form action={inLocale(locale, links.home())} onSubmit={search} className="relative md:max-w-sm">
        <Icon name="search" className="pointer-events-none absolute start-3 top-2.5 size-4 text-muted" />
        <SuggestField
          input={input}
          text={text}
          type={setText}
          label={t('search_nodes')}
          placeholder={t('search_nodes')}
          className="h-9 w-full rounded-md border border-edge bg-canvas ps-9 pe-3 text-sm placeholder:text-muted"
        />
      </form>
    </search>
  )
}
