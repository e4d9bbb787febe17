import { useEffect, useLayoutEffect, useRef } from 'react'

export type KeyActs = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Binds single keys to actions of the page. Ignores keys in text fields, in dialogs, and with modifiers other
 * than Shift.
 */
export function useKeys(acts: KeyActs): void {
  const latest = useRef(acts)
  // A layout effect updates the actions before the next key event, which must not use stale ones.
  useLayoutEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null
  )
}
