import { useState } from 'react'

const step = 50

/** Of a list that may be very long the first, and more of them each time that somebody asks. */
export function useSome<Item>(items: readonly Item[]): { some: readonly Item[]; next: number; more(): void } {
  const [count, setCount] = useState(step)
  return {
    some: items.slice(0, count),
    /** How many come next. */
    next: Math.min(step, Math.max(0, items.length - count)),
    more: () => setCount((before) => before + step),
  }
}
