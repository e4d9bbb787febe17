import { useEffect, useLayoutEffect, useRef } from 'react'

export type KeyActs = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Single keys for what a page does, while nobody types, no question is open and no other key is held. */
export function useKeys(acts: KeyActs): void {
  const latest = useRef(acts)
  // Before the next key can be pressed: it must not act on what was shown before.
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
