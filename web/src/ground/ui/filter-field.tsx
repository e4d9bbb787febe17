import { Icon } from './icon.tsx'

interface FilterField {
  label: string
  text: string
  onType(text: string): void
  /** How much is left, read out when it changes. */
  status: string
}

/** Narrows a list on the page. Without scripts there is nothing to narrow. */
export function FilterField({ label, text, onType, status }: FilterField) {
  return (
    <div className="needs-script relative">
      <Icon name="search" className="pointer-events-none absolute start-3 top-3 size-4 text-muted" />
      <input
        type="search"
        value={text}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        className="own-direction h-10 w-full rounded-md border border-edge bg-surface ps-9 pe-28 text-sm placeholder:text-muted"
      />
      <span role="status" className="absolute end-3 top-2.5 text-xs leading-5 text-muted tabular-nums">
        {text === '' ? '' : status}
      </span>
    </div>
  )
}
