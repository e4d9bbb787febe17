import { type Schema, useSearch, useSearchChange, writeSearch } from '../../ground/paths/search-params.ts'

export interface List<Values> {
  search: Values
  /** The address of the list with these values instead; on its first page unless a page is named. */
  linkTo(change: Partial<Values>): string
  change(change: Partial<Values>): void
  /** One value as the address has it; empty for the default. */
  textOf(name: keyof Values): string
  /** The change that makes one value what `text` says in an address. */
  changeOf(name: keyof Values, text: string): Partial<Values>
}

/** The state of a list, which is kept in the address. */
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
