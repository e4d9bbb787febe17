import { limits } from '@nodeyard/contract/limits'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEarlyText } from '../../ground/forms/early-acts.ts'
import { useText } from '../../ground/site/site.ts'
import { hueOfId } from '../../ground/ui/hues.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { type Suggestion, type SuggestionGroup, useSuggestions } from './suggestions.ts'

interface SuggestField {
  input: RefObject<HTMLInputElement | null>
  text: string
  type(text: string): void
  label: string
  placeholder: string
  className: string
  /** Turns suggestions off, where typing searches at once. */
  isQuiet?: boolean
}

/** Search field with suggestions. The arrow keys move, Enter opens, Escape closes. */
export function SuggestField({
  input,
  text,
  type,
  label,
  placeholder,
  className,
  isQuiet = false,
}: SuggestField) {
  const t = useText('common')
  const navigate = useNavigate()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useEarlyText(input, text, ({ value }) => type(value))
  const groups = useSuggestions(isOpen && !isQuiet ? text : '')
  const all = groups.flatMap(({ suggestions }) => suggestions)
  const isShown = isOpen && all.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const open = ({ to }: Suggestion) => {
    close()
    input.current?.blur()
    void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? all[active] : undefined
    if (event.key === 'Escape' && isShown) close()
    else if (event.key === 'Enter' && chosen) open(chosen)
    else if (event.key === 'Enter') return close()
    else if (event.key === 'ArrowDown' && !isShown) setOpen(true)
    else if (event.key === 'ArrowDown') setActive(active + 1 >= all.length ? -1 : active + 1)
    else if (event.key === 'ArrowUp' && isShown) setActive(active < 0 ? all.length - 1 : active - 1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        type="search"
        name="q"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-label={label}
        value={text}
        onChange={(event) => {
          type(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        maxLength={limits.searchLength}
        autoComplete="off"
        placeholder={placeholder}
        className={`own-direction ${className}`}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('suggestions')}
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-[70vh] overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-start shadow-float"
      >
        {isShown && <Groups groups={groups} active={active} listId={listId} open={open} />}
      </div>
      <span role="status" aria-live="polite" className="sr-only">
        {isShown ? t('suggestion_count', { count: all.length }) : ''}
      </span>
    </>
  )
}

interface Groups {
  groups: SuggestionGroup[]
  active: number
  listId: string
  open(suggestion: Suggestion): void
}

function Groups({ groups, active, listId, open }: Groups) {
  const t = useText('common')
  let place = 0
  return groups.map(({ title, suggestions }) => (
    // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
    <div key={title} role="group" aria-label={t(title)}>
      <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-semibold text-muted">
        {t(title)}
      </div>
      {suggestions.map((suggestion) => {
        const at = place++
        return (
          <Option
            key={suggestion.id}
            id={`${listId}-${at}`}
            suggestion={suggestion}
            isActive={at === active}
            open={open}
          />
        )
      })}
    </div>
  ))
}

interface Option {
  id: string
  suggestion: Suggestion
  isActive: boolean
  open(suggestion: Suggestion): void
}

/** Prevents the press from moving the focus out of the field. */
function Option({ id, suggestion, isActive, open }: Option) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => open(suggestion)}
      className="flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent-strong"
    >
      {suggestion.nodeId !== undefined ? (
        <span
          aria-hidden="true"
          className={`tinted grid size-7 shrink-0 place-items-center rounded-sm ${hueOfId(suggestion.nodeId)}`}
        >
          <Icon name="package" className="size-4" />
        </span>
      ) : (
        <Icon name={suggestion.icon} className="mx-1 text-muted" />
      )}
      <span className="min-w-0 truncate" dir="auto">
        {suggestion.text}
      </span>
      {suggestion.detail && (
        <bdi className="max-w-2/5 shrink-0 truncate text-xs text-muted">{suggestion.detail}</bdi>
      )}
      {(suggestion.stars ?? 0) > 0 && (
        <span aria-hidden="true" className="ms-auto flex items-center gap-1 text-xs text-muted tabular-nums">
          <Icon name="star" className="size-3.5" />
          {suggestion.stars?.toLocaleString()}
        </span>
      )}
    </div>
  )
}
