import { useEffect, useRef, useState } from 'react'
import { useSession } from '../site/use-session.ts'
import { draftName, parseDraft, readDraft, removeDraft, writeDraft } from './draft-store.ts'

/** What a form holds: a text, or texts and switches by name. No secrets: it is kept in the browser. */
export type DraftValue = string | Readonly<Record<string, string | boolean | number | readonly string[]>>

export interface Draft<Value> {
  value: Value
  /** Whether it was typed and is not saved. */
  isTyped: boolean
  /** Whether it was typed before this page was there, so that people may be told where it comes from. */
  isRestored: boolean
  /**
   * Another tab of the same person: it is `typing` something else into this form, or is `done`, having saved or thrown
   * away its own. What was typed here stays.
   */
  elsewhere?: 'typing' | 'done'
  set(next: Value): void
  /** Takes what the other tab has typed. */
  takeOther(): void
  /**
   * After saving, or because it is not wanted: shows `initial` again, and nothing is kept. What was typed since this
   * draft was made, while it was being saved, stays.
   */
  clear(): void
}

interface Held<Value> {
  name: string | undefined
  typed?: Value | undefined
  other?: Value | undefined
  isRestored?: boolean
  elsewhere?: 'typing' | 'done'
}

/**
 * The content of a form, which is not lost by an error, a reload, a session that ended, or a second tab. `key` says
 * which form of which thing, such as `publisher:acme`. While nothing was typed it is `initial`, also when that changes.
 */
export function useDraft<Value extends DraftValue>(key: string, initial: Value): Draft<Value> {
  const session = useSession()
  const name = session.state === 'signed-in' ? draftName(session.user.uid, key) : undefined
  const [held, setHeld] = useState<Held<Value>>(() => restored(name, initial))
  // Another form, or another person.
  if (held.name !== name) setHeld(restored(name, initial))

  useEffect(() => {
    if (name === undefined) return
    const hear = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== name) return
      setHeld((before) => afterOtherTab(before, fitting(parseDraft(newValue), initial)))
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [name, initial])

  // Another tab has taken away what is still on the screen here.
  const isLeft = held.elsewhere === 'done' && held.typed !== undefined
  useEffect(() => {
    if (isLeft && name !== undefined) writeDraft(name, held.typed)
  }, [isLeft, name, held.typed])

  const latest = useRef(held)
  useEffect(() => {
    latest.current = held
  })

  const hold = (typed: Value | undefined) => {
    setHeld({ name, typed })
    if (name === undefined) return
    if (typed === undefined) removeDraft(name)
    else writeDraft(name, typed)
  }
  return {
    value: held.typed ?? initial,
    isTyped: held.typed !== undefined,
    isRestored: held.isRestored ?? false,
    ...(held.elsewhere ? { elsewhere: held.elsewhere } : {}),
    set: hold,
    takeOther: () => hold(held.other),
    clear: () => {
      const isTypedSince = latest.current.name === name && latest.current.typed !== held.typed
      if (!isTypedSince) hold(undefined)
    },
  }
}

function restored<Value extends DraftValue>(name: string | undefined, initial: Value): Held<Value> {
  const typed = name === undefined ? undefined : fitting(readDraft(name), initial)
  return { name, typed, isRestored: typed !== undefined }
}

function afterOtherTab<Value extends DraftValue>(before: Held<Value>, other: Value | undefined): Held<Value> {
  if (other === undefined) {
    const { elsewhere: _, other: __, ...rest } = before
    return before.typed === undefined ? rest : { ...rest, elsewhere: 'done' }
  }
  const isSame = JSON.stringify(other) === JSON.stringify(before.typed)
  return isSame ? before : { ...before, other, elsewhere: 'typing' }
}

/** What was kept, as far as it has the shape that the form has today. */
function fitting<Value extends DraftValue>(kept: unknown, initial: Value): Value | undefined {
  if (typeof initial === 'string') return typeof kept === 'string' ? (kept as Value) : undefined
  if (typeof kept !== 'object' || kept === null) return undefined
  const fields = Object.entries(initial).map(([field, value]) => {
    const own = (kept as Record<string, unknown>)[field]
    return [field, typeof own === typeof value && Array.isArray(own) === Array.isArray(value) ? own : value]
  })
  return Object.fromEntries(fields) as Value
}
