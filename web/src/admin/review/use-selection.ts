import type { ReviewItem } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { keyOf } from './queries.ts'

export interface Selection {
  /** The version on screen and its index in the list. */
  current: ReviewItem | undefined
  at: number
  selected: readonly ReviewItem[]
  isSelected(item: ReviewItem): boolean
  moveTo(at: number): void
  /** With `isRange`, selects everything between the last toggled version and this one. */
  toggle(at: number, isRange: boolean): void
  /** Moves to a version and selects those in between. */
  extendTo(at: number): void
  all(items: readonly ReviewItem[]): void
  clear(): void
}

/** Tracks the version on screen and the versions selected for a batch. */
export function useSelection(items: readonly ReviewItem[]): Selection {
  const [currentKey, setCurrentKey] = useState('')
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState(0)
  // A new page of the list starts at its first version.
  const at = Math.max(
    0,
    items.findIndex((item) => keyOf(item) === currentKey),
  )
  const keysBetween = (a: number, b: number) => items.slice(Math.min(a, b), Math.max(a, b) + 1).map(keyOf)
  const within = (place: number) => Math.min(Math.max(place, 0), items.length - 1)
  const moveTo = (place: number) => {
    const item = items[within(place)]
    if (item) setCurrentKey(keyOf(item))
  }
  return {
    current: items[at],
    at,
    selected: items.filter((item) => keys.has(keyOf(item))),
    isSelected: (item) => keys.has(keyOf(item)),
    moveTo,
    toggle(place, isRange) {
      const [own = ''] = keysBetween(place, place)
      const next = new Set(keys)
      const isOn = isRange ? true : !keys.has(own)
      for (const key of isRange ? keysBetween(anchor, place) : [own]) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      setKeys(next)
      setAnchor(place)
    },
    extendTo(place) {
      setKeys(new Set([...keys, ...keysBetween(at, within(place))]))
      setAnchor(within(place))
      moveTo(place)
    },
    all: (some) => setKeys(new Set(some.map(keyOf))),
    clear: () => setKeys(new Set()),
  }
}
