import type { KeyboardEvent } from 'react'

/** Submits the form on Ctrl+Enter (or Cmd+Enter) in any of its fields. */
export function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
}
