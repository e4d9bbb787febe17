import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Replays the recorded actions after hydration. Runs in its own task, after the fields have read their early input, which no
 * event announces where browsers fill them in.
 */
export function doEarlyActs(): void {
  setTimeout(() => {
    const acts = [...(window.earlyActs?.values() ?? [])]
    window.earlyActs?.clear()
    for (const act of acts) act()
  })
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Passes on text that was typed or autofilled before hydration. React leaves it on screen, but overwrites it
 * with the known value on the next render.
 */
export function useEarlyText<Kind extends TextField>(
  input: RefObject<Kind | null>,
  known: unknown,
  take: (field: Kind) => void,
): void {
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const field = input.current
    if (field?.value && known !== undefined && field.value !== String(known)) take(field)
  })
}

/** Variant for fields with a change handler. */
export function useEarlyChange<Kind extends TextField>(
  known: unknown,
  onChange: ((event: ChangeEvent<Kind>) => void) | undefined,
): RefObject<Kind | null> {
  const input = useRef<Kind>(null)
  useEarlyText(input, known, (field) =>
    onChange?.({ target: field, currentTarget: field } as ChangeEvent<Kind>),
  )
  return input
}
