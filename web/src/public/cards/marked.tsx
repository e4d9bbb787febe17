import { Fragment } from 'react'
import { markedParts } from './marked-parts.ts'

/** A text whose words that match a search are marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map(
    ({ part, isMarked }, place) =>
      // biome-ignore-start lint/suspicious/noArrayIndexKey: parts are known by their place alone
      isMarked ? (
        <mark key={place} className="rounded-sm bg-accent-soft text-ink">
          {part}
        </mark>
      ) : (
        <Fragment key={place}>{part}</Fragment>
      ),
    // biome-ignore-end lint/suspicious/noArrayIndexKey: parts are known by their place alone
  )
}
