import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type Input = RefObject<HTMLInputElement | null>

/**
 * Takes what was typed, or filled in by the browser, before the page's scripts ran. React keeps it on the screen, but puts
 * what it knows itself in its place as soon as anything changes.
 */
export function useEarlyText(input: Input, known: unknown, take: (field: HTMLInputElement) => void): void {
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const field = input.current
    if (field?.value && known !== undefined && field.value !== String(known)) take(field)
  })
}

/** The same for a field whose owner hears of changes. */
export function useEarlyChange(
  known: unknown,
  onChange: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined,
): Input {
  const input = useRef<HTMLInputElement>(null)
  useEarlyText(input, known, (field) =>
    onChange?.({ target: field, currentTarget: field } as ChangeEvent<HTMLInputElement>),
  )
  return input
}
