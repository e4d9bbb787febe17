import { useCallback } from 'react'
import { type Schema, useSearch, useSearchChange, writeSearch } from '../../ground/paths/search-params.ts'

interface List<Values> {
  search: Values
  /** Where the list is with this in place of what is there; on its first page unless a page is named. */
  linkTo(change: Partial<Values>): string
  change(change: Partial<Values>): void
}

/** What a list shows, which is what its address says. */
export function useList<Values extends { page: number }>(path: string, schema: Schema<Values>): List<Values> {
  const search = useSearch(schema)
  const linkTo = useCallback(
    (change: Partial<Values>) => path + writeSearch(schema, { ...search, page: 1, ...change }),
    [path, schema, search],
  )
  return { search, linkTo, change: useSearchChange(schema) }
}
