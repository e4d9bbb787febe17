import { useState } from 'react'

const step = 50

/** Returns the first items of a list that can be very long, and a function that reveals more. */
export function useSome<Item>(items: readonly Item[]): { some: readonly Item[]; next: number; more(): void } {
  const [count, setCount] = useState(step)
  return {
    some: items.slice(0, count),
    /** How many items the next call reveals. */
    next: Math.min(step, Math.max(0, items.length - count)),
    more: () => setCount((before) => before + step),
  }
}
