import type { CarrierKind, SinkClass, SourceClass } from './attack-model.test-support.ts'
import type { Draft } from './draft.test-support.ts'

/** The form in which a value travels; a folder and a path name files whose contents are the value. */
export type Shape = 'text' | 'bytes' | 'json' | 'path' | 'folder'

/** Code outside of functions that calls `run` with the value, as handlers do. */
export type Hook<D extends Draft> = (draft: D, run: string) => Entry

/** Statements of a module, or an input of the node with its declaration. */
export type Entry = { module: string } | { group: 'hidden' | 'required'; input: string; declared: string }

export interface Source<D extends Draft> {
  id: string
  is: SourceClass
  gives: Shape
  /** Adds statements, and returns the value. */
  code: (draft: D) => string
  hook?: Hook<D>
  /** The nearest harmless source, of the class `own`, in the same form. */
  kin?: (draft: D) => string
  kinHook?: Hook<D>
}

export interface Carrier<D extends Draft> {
  id: string
  kind: CarrierKind
  takes: Shape | 'any'
  gives: Shape | 'same'
  code: (draft: D, value: string) => string
  /** Whether it changes what the value says, so that it suits a value that leaves or one that arrives. */
  suits?: 'leaving' | 'arriving'
}

/** Ways to write carriers of one language. */
export const carriersOf = <D extends Draft>() => ({
  /** A carrier that hands on any value. */
  any: (kind: CarrierKind, id: string, code: Carrier<D>['code']): Carrier<D> => ({
    id,
    kind,
    takes: 'any',
    gives: 'same',
    code,
  }),
  changing: (
    kind: CarrierKind,
    id: string,
    takes: Shape,
    gives: Shape,
    code: Carrier<D>['code'],
    suits?: 'leaving' | 'arriving',
  ): Carrier<D> => ({ id, kind, takes, gives, code, ...(suits ? { suits } : {}) }),
})

export interface Sink<D extends Draft> {
  id: string
  is: SinkClass
  takes: Shape
  code: (draft: D, value: string) => void
  /** The nearest harmless sink for the same value. */
  kin: (draft: D, value: string) => void
  /** Whether a harmless source makes this sink harmless in the eyes of people. */
  harmlessWithOwn?: boolean
  /** The sources that it is for, if others of their class do not suit it. */
  from?: readonly string[]
}
