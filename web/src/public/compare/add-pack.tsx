import { limits } from '@nodeyard/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CompareSearch, compareLink } from '../../ground/paths/compare-links.ts'
import { inLocale } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { buttonClass } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { useOfferedPacks } from '../search/find-pack.ts'

/** Adds a pack to the comparison. Works as a plain form without JavaScript. */
export function AddPack({ search }: { search: CompareSearch }) {
  const t = useText('compare')
  const { locale } = useSite().settings
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const offered = useOfferedPacks(text, search.packs)
  const add = (wanted: string) => {
    setText('')
    void navigate(compareLink({ ...search, add: wanted }), { preventScrollReset: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') add(text.trim())
  }
  return (
    <form
      action={inLocale(locale, paths.comparePacks)}
      onSubmit={submit}
      className="flex w-full max-w-md gap-2"
    >
      <input type="hidden" name="packs" value={search.packs.join(',')} />
      <div className="relative min-w-0 flex-1">
        <Icon name="search" className="pointer-events-none absolute start-3 top-2.5 size-4 text-muted" />
        <input
          name="add"
          list={listId}
          value={text}
          required
          maxLength={limits.nodeIdLength}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('pack_id')}
          placeholder={t('pack_id')}
          onChange={({ target: { value } }) =>
            offered.some(({ id }) => id === value) ? add(value) : setText(value)
          }
          className="own-direction h-9 w-full rounded-md border border-edge bg-surface ps-9 pe-3 text-sm placeholder:text-muted"
        />
        <datalist id={listId}>
          {offered.map(({ id, name }) => (
            <option key={id} value={id} label={name} />
          ))}
        </datalist>
      </div>
      <button type="submit" className={buttonClass('plain')}>
        {t('add')}
      </button>
    </form>
  )
}
