import { type FormEvent, useId } from 'react'
import { inLocale } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'

interface AddField {
  label: string
  /** The compared packs or nodes, as the address holds them. */
  known: { name: 'packs' | 'nodes'; value: string }
  text: string
  onType: (text: string) => void
  offered: readonly { value: string; label: string }[]
  maxLength: number
  onAdd: (text: string) => void
}

/** Adds something to the comparison. Works as a plain form without JavaScript. */
export function AddField({ label, known, text, onType, offered, maxLength, onAdd }: AddField) {
  const t = useText('compare')
  const { locale } = useSite().settings
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAdd(text.trim())
  }
  return (
    <form
      action={inLocale(locale, paths.comparePacks)}
      onSubmit={submit}
      className="flex w-full max-w-md gap-2"
    >
      <input type="hidden" name={known.name} value={known.value} />
      <div className="relative min-w-0 flex-1">
        <Icon name="search" className="pointer-events-none absolute start-3 top-2.5 size-4 text-muted" />
        <input
          name="add"
          list={listId}
          value={text}
          required
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          placeholder={label}
          onChange={({ target }) =>
            offered.some(({ value }) => value === target.value) ? onAdd(target.value) : onType(target.value)
          }
          className="own-direction h-9 w-full rounded-md border border-edge bg-surface ps-9 pe-3 text-sm placeholder:text-muted"
        />
        <datalist id={listId}>
          {offered.map((offer) => (
            <option key={offer.value} {...offer} />
          ))}
        </datalist>
      </div>
      <Button type="submit">{t('add')}</Button>
    </form>
  )
}
