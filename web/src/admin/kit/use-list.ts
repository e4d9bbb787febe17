import { type Schema, useSearch, useSearchChange, writeSearch } from '../../ground/paths/search-params.ts'

export interface List<Values> {
  search: Values
  /** Address of the list with some values changed, on its first page unless `page` is given. */
  linkTo(change: Partial<Values>): string
  change(change: Partial<Values>): void
  /** A value as written in the address; empty for the default. */
  textOf(name: keyof Values): string
  /** Parses a value from the address into a change. */
  changeOf(name: keyof Values, text: string): Partial<Values>
}

/** Reads and writes the state of a list in the address. */
export function useList<Values>(path: string, schema: Schema<Values>): List<Values> {
  const search = useSearch(schema)
  const change = useSearchChange(schema)
  const changeOf: List<Values>['changeOf'] = (name, text) => {
    const part: Partial<Values> = {}
    part[name] = schema[name].read(text || null)
    return part
  }
  return {
    search,
    change,
    changeOf,
    linkTo: (other) => path + writeSearch(schema, { ...search, page: 1, ...other }),
    textOf: (name) => schema[name].write(search[name]) ?? '',
  }
}
