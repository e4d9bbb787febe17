import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Popover {
  label: string
  summary: ReactNode
  summaryClass: string
  panelClass: string
  children: ReactNode
  /** Called when the pointer or the focus reaches the button. */
  onIntent?(): void
  onOpen?(panel: HTMLElement): void
}

/** A panel below a button, or on phones below its row. Opens without JavaScript; with it, closes when the focus moves elsewhere. */
export function Popover({ label, summary, summaryClass, panelClass, children, onIntent, onOpen }: Popover) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the panel
  useEffect(() => details.current?.removeAttribute('open'), [key])
  useClosingOutside(details)
  return (
    <details
      ref={details}
      className="group sm:relative"
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
