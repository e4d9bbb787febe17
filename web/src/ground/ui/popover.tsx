import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Popover {
  label: string
  summary: ReactNode
  summaryClass: string
  panelClass: string
  children: ReactNode
  /** Somebody is about to open it: a pointer or the focus is there. */
  onIntent?(): void
  onOpen?(panel: HTMLElement): void
}

/** A panel under a button. It opens without scripts too; with them it closes when people turn elsewhere. */
export function Popover({ label, summary, summaryClass, panelClass, children, onIntent, onOpen }: Popover) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the panel that led there
  useEffect(() => details.current?.removeAttribute('open'), [key])
  useClosingOutside(details)
  return (
    <details
      ref={details}
      className="group relative"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onKeyDown={closeOnEscape}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.(currentTarget)}
    >
      <summary aria-label={label} className={`${summaryClass} group-open:bg-sunken`}>
        {summary}
      </summary>
      <div
        className={`absolute end-0 top-full z-40 mt-2 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised shadow-float ${panelClass}`}
      >
        {children}
      </div>
    </details>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const details = event.currentTarget
  if (event.key !== 'Escape' || !details.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}

function useClosingOutside(details: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [details])
}
