import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** Reads and writes one search parameter. `undefined` from `write` leaves it out of the address. */
export interface Field<Value> {
  read(text: string | null): Value
  write(value: Value): string | undefined
}

export type Schema<Values> = { [Name in keyof Values]: Field<Values[Name]> }

/** The values of a schema. */
export type SearchOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

/** Reads the parameters of the schema. Any input becomes a valid value. */
export function readSearch<Values>(schema: Schema<Values>, params: URLSearchParams): Values {
  const read = Object.entries<Field<unknown>>(schema).map(([name, field]) => [
    name,
    field.read(params.get(name)),
  ])
  return Object.fromEntries(read) as Values
}

/** Returns the query with its `?`, or an empty string when every value is the default. */
export function writeSearch<Values>(schema: Schema<Values>, values: Partial<NoInfer<Values>>): string {
  const params = new URLSearchParams()
  for (const [name, field] of Object.entries<Field<unknown>>(schema)) {
    const value = (values as Record<string, unknown>)[name]
    const text = value === undefined ? undefined : field.write(value)
    if (text !== undefined) params.set(name, text)
  }
  return params.size > 0 ? `?${params}` : ''
}

export function useSearch<Values>(schema: Schema<Values>): Values {
  const [params] = useSearchParams()
  return useMemo(() => readSearch(schema, params), [schema, params])
}

/**
 * Changes some values in the address and keeps the others. Lists return to their first page, unless the page
 * itself changes.
 */
export function useSearchChange<Values>(schema: Schema<Values>): (part: Partial<Values>) => void {
  const values = useSearch(schema)
  const navigate = useNavigate()
  // Several changes can precede the navigation, even right after the first render, so the pending values are
  // kept in a ref that a layout effect updates.
  const pending = useRef(values)
  useLayoutEffect(() => {
    pending.current = values
  }, [values])
  return useCallback(
    (part) => {
      pending.current = { ...pending.current, page: 1, ...part }
      const search = writeSearch(schema, pending.current)
      void navigate({ search }, { replace: true, preventScrollReset: true })
    },
    [schema, navigate],
  )
}

export function textField(maxLength: number): Field<string> {
  return {
    read: (text) => (text ?? '').slice(0, maxLength).toWellFormed(),
    write: (value) => (value.trim() === '' ? undefined : value),
  }
}

const lastPage = 100_000

/** A page number from 1; invalid values become 1. */
export const pageField: Field<number> = {
  read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Math.min(Number(text), lastPage) : 1),
  write: (value) => (value > 1 ? String(value) : undefined),
}

/** One of several choices. Invalid values become the first, which the address omits. */
export function choiceField<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): Field<Choice> {
  const [initial] = choices
  return {
    read: (text) => choices.find((choice) => choice === text) ?? initial,
    write: (value) => (value === initial ? undefined : value),
  }
}

/** Several of the choices, in their own order. The address omits the default. */
export function choicesField<const Choice extends string>(
  choices: readonly Choice[],
  defaults: readonly Choice[] = [],
): Field<readonly Choice[]> {
  const isDefault = (values: readonly Choice[]) =>
    values.length === defaults.length && defaults.every((one) => values.includes(one))
  return {
    read: (text) => {
      const parts = text?.split(',')
      return parts ? choices.filter((choice) => parts.includes(choice)) : defaults
    },
    write: (values) => (isDefault(values) ? undefined : values.join(',')),
  }
}

export const flagField: Field<boolean> = {
  read: (text) => text === '1',
  write: (value) => (value ? '1' : undefined),
}

/** A whole number from 1; 0 for none. */
export function countField(max: number): Field<number> {
  return {
    read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Math.min(Number(text), max) : 0),
    write: (value) => (value > 0 ? String(value) : undefined),
  }
}
