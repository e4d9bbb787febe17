import { defined } from '@nodeyard/contract/ground'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '../site/use-session.ts'
import { draftName, parseDraft, readDraft, removeDraft, writeDraft } from './draft-store.ts'

/**
 * Content of a form: a text, or values by field name. Stored in the browser, so it must not contain secrets.
 */
export type DraftValue = string | Readonly<Record<string, string | boolean | number | readonly string[]>>

export interface Draft<Value> {
  value: Value
  /** Whether there is unsaved input. */
  isTyped: boolean
  /** Whether the input is from before this page load, which the form then mentions. */
  isRestored: boolean
  /**
   * Set when another tab of the user edits the same form (`typing`), or saved or discarded its input
   * (`done`). The input of this tab stays.
   */
  elsewhere?: 'typing' | 'done'
  set(next: Value): void
  /** Replaces the input with that of the other tab. */
  takeOther(): void
  /**
   * Discards the draft, after saving or on request, and shows `initial` again. Input typed since this draft
   * was rendered, while saving, stays.
   */
  clear(): void
}

interface State<Value> {
  name: string | undefined
  typed?: Value | undefined
  other?: Value | undefined
  isRestored?: boolean
  elsewhere?: 'typing' | 'done'
}

/**
 * Form content that survives errors, reloads, expired sessions and edits in other tabs. `key` names the form
 * and its subject, such as `publisher:acme`. Follows `initial` until the user types.
 */
export function useDraft<Value extends DraftValue>(key: string, initial: Value): Draft<Value> {
  const session = useSession()
  const name = session.state === 'signed-in' ? draftName(session.user.uid, key) : undefined
  const [state, setState] = useState<State<Value>>(() => restored(name, initial))
  // The form or the user has changed.
  if (state.name !== name) setState(restored(name, initial))

  useEffect(() => {
    if (name === undefined) return
    const onStorage = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== name) return
      setState((before) => afterOtherTab(before, fitting(parseDraft(newValue), initial)))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [name, initial])

  // Another tab removed the draft that is still on screen here.
  const isOrphaned = state.elsewhere === 'done' && state.typed !== undefined
  useEffect(() => {
    if (isOrphaned && name !== undefined) writeDraft(name, state.typed)
  }, [isOrphaned, name, state.typed])

  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })

  const store = (typed: Value | undefined) => {
    setState({ name, typed })
    if (name === undefined) return
    if (typed === undefined) removeDraft(name)
    else writeDraft(name, typed)
  }
  return {
    value: state.typed ?? initial,
    isTyped: state.typed !== undefined,
    isRestored: state.isRestored ?? false,
    ...defined({ elsewhere: state.elsewhere }),
    set: store,
    takeOther: () => store(state.other),
    clear: () => {
      const isTypedSince = latest.current.name === name && latest.current.typed !== state.typed
      if (!isTypedSince) store(undefined)
    },
  }
}

/** The value of a text field of the form, and how typing changes it. */
export function bindText<Value extends Readonly<Record<string, unknown>>>(
  { value, set }: Pick<Draft<Value>, 'value' | 'set'>,
  field: TextsOf<Value>,
) {
  return {
    value: value[field] as string,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ ...value, [field]: target.value }),
  }
}

type TextsOf<Value> = { [Name in keyof Value]: Value[Name] extends string ? Name : never }[keyof Value] &
  string

function restored<Value extends DraftValue>(name: string | undefined, initial: Value): State<Value> {
  const typed = name === undefined ? undefined : fitting(readDraft(name), initial)
  return { name, typed, isRestored: typed !== undefined }
}

function afterOtherTab<Value extends DraftValue>(
  before: State<Value>,
  other: Value | undefined,
): State<Value> {
  if (other === undefined) {
    const { elsewhere: _, other: __, ...rest } = before
    return before.typed === undefined ? rest : { ...rest, elsewhere: 'done' }
  }
  const isSame = JSON.stringify(other) === JSON.stringify(before.typed)
  return isSame ? before : { ...before, other, elsewhere: 'typing' }
}

/** Returns the stored fields that match the current shape of the form. */
function fitting<Value extends DraftValue>(stored: unknown, initial: Value): Value | undefined {
  if (typeof initial === 'string') return typeof stored === 'string' ? (stored as Value) : undefined
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields = Object.entries(initial).map(([field, value]) => {
    const own = (stored as Record<string, unknown>)[field]
    return [field, typeof own === typeof value && Array.isArray(own) === Array.isArray(value) ? own : value]
  })
  return Object.fromEntries(fields) as Value
}
