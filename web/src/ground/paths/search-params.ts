import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** How one search parameter is read and written. `undefined` from `write` leaves it out of the address. */
export interface Field<Value> {
  read(text: string | null): Value
  write(value: Value): string | undefined
}

export type Schema<Values> = { [Name in keyof Values]: Field<Values[Name]> }

/** Reads what the schema names; whatever a visitor writes there becomes a valid value. */
export function readSearch<Values>(schema: Schema<Values>, params: URLSearchParams): Values {
  const read = Object.entries<Field<unknown>>(schema).map(([name, field]) => [
    name,
    field.read(params.get(name)),
  ])
  return Object.fromEntries(read) as Values
}

/** The query with its `?`, or nothing when every value is the default. */
export function writeSearch<Values>(schema: Schema<Values>, values: Partial<Values>): string {
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
 * Changes some values in the address, and keeps the others. A list begins at its first page again, unless the page is
 * what changes.
 */
export function useSearchChange<Values>(schema: Schema<Values>): (part: Partial<Values>) => void {
  const values = useSearch(schema)
  const navigate = useNavigate()
  // A change may follow another one before the address says that, and the first one as soon as the page is there: what is
  // done after that would be too late.
  const asked = useRef(values)
  useLayoutEffect(() => {
    asked.current = values
  }, [values])
  return useCallback(
    (part) => {
      asked.current = { ...asked.current, page: 1, ...part }
      const search = writeSearch(schema, asked.current)
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

/** A page number from 1; anything else counts as 1. */
export const pageField: Field<number> = {
  read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Math.min(Number(text), lastPage) : 1),
  write: (value) => (value > 1 ? String(value) : undefined),
}

/** One of a few texts; anything else counts as the first, which stands in no address. */
export function choiceField<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): Field<Choice> {
  const [usual] = choices
  return {
    read: (text) => choices.find((choice) => choice === text) ?? usual,
    write: (value) => (value === usual ? undefined : value),
  }
}

/** Any number of a few texts, in their own order; those of `usual` stand in no address. */
export function choicesField<const Choice extends string>(
  choices: readonly Choice[],
  usual: readonly Choice[] = [],
): Field<readonly Choice[]> {
  const isUsual = (values: readonly Choice[]) =>
    values.length === usual.length && usual.every((one) => values.includes(one))
  return {
    read: (text) => {
      const parts = text?.split(',')
      return parts ? choices.filter((choice) => parts.includes(choice)) : usual
    },
    write: (values) => (isUsual(values) ? undefined : values.join(',')),
  }
}

export const flagField: Field<boolean> = {
  read: (text) => text === '1',
  write: (value) => (value ? '1' : undefined),
}

/** A whole number from 1; 0 stands for none. */
export function countField(most: number): Field<number> {
  return {
    read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Math.min(Number(text), most) : 0),
    write: (value) => (value > 0 ? String(value) : undefined),
  }
}
