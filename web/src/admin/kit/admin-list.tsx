import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import {
  type Choice,
  ChoicesFilter,
  SelectFilter,
  TableFilters,
  TextFilter,
} from '../../ground/tables/table-filters.tsx'
import { ChoiceLinks } from './choice-links.tsx'
import { type Action, ActionButtons } from './row-actions.tsx'
import type { List } from './use-list.ts'

/** A control above a list that changes one value of the address. Choices use the spelling of the address. */
export type Filter<Name> =
  | { label: string; text: Name; type?: 'date'; maxLength?: number; shown?: string }
  | { label: string; oneOf: Name; choices: readonly Choice<string>[] }
  | { label: string; anyOf: Name; choices: readonly Choice<string>[] }
  | { label: string; flag: Name; choice: string }

interface Tabs<Name> {
  label: string
  of: Name
  choices: readonly { value: string; label: string; count?: number | undefined; isAtLeast?: boolean }[]
}

interface AdminList<Row, Values> {
  list: List<Values>
  /** Lists with pages get `totalPages`. */
  read: Pick<UseQueryResult<object>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  /** Rows of the current page, once loaded. */
  rows: readonly Row[] | undefined
  keyOf(row: Row): string
  caption: string
  empty: string
  columns: readonly Column<Row>[]
  tabs?: Tabs<keyof Values>
  filters?: readonly Filter<keyof Values>[]
  /** Shown next to the filters. */
  besideFilters?: ReactNode
  /** Shown between the filters and the table. */
  summary?: ReactNode
  actions?: readonly Action<Row>[]
  nameOf?: (row: Row) => string
}

/**
 * Admin list with tabs, filters, a paged table and row actions. Filters and page are stored in the address.
 * An open dialog stays open when its row leaves the list.
 */
export function AdminList<Row, Values extends { page?: number }>(props: AdminList<Row, Values>) {
  const { list, read, tabs, filters, columns, actions, nameOf, ...table } = props
  const t = useText('admin')
  const [asked, setAsked] = useState<{ action: Action<Row>; row: Row }>()
  const actionColumn: Column<Row> = {
    id: 'acts',
    title: t('acts'),
    cell: (row) => (
      <ActionButtons
        row={row}
        actions={actions ?? []}
        nameOf={nameOf}
        ask={(action) => setAsked({ action, row })}
      />
    ),
  }
  return (
    <>
      {tabs && (
        <ChoiceLinks
          label={tabs.label}
          current={list.textOf(tabs.of)}
          choices={tabs.choices}
          linkTo={(value) => list.linkTo(list.changeOf(tabs.of, value))}
        />
      )}
      {filters && <ListFilters list={list} filters={filters} beside={props.besideFilters} />}
      {props.summary}
      <DataTable
        {...table}
        columns={actions ? [...columns, actionColumn] : columns}
        query={read}
        {...pagingOf(list, read.data)}
      />
      {asked?.action.dialog?.(asked.row, () => setAsked(undefined))}
    </>
  )
}

function pagingOf<Values extends { page?: number }>(list: List<Values>, data: { totalPages?: number } = {}) {
  const { totalPages } = data
  const { page } = list.search
  if (page === undefined || totalPages === undefined) return {}
  return {
    paging: { page, totalPages, linkTo: (other: number) => list.linkTo({ ...list.search, page: other }) },
  }
}

export function ListFilters<Values>({
  list,
  filters,
  beside,
}: {
  list: List<Values>
  filters: readonly Filter<keyof Values>[]
  beside?: ReactNode
}) {
  const t = useText('admin')
  return (
    <TableFilters label={t('filters')}>
      {filters.map((filter) => (
        <ListFilter key={filter.label} list={list} filter={filter} />
      ))}
      {beside}
    </TableFilters>
  )
}

function ListFilter<Values>({ list, filter }: { list: List<Values>; filter: Filter<keyof Values> }) {
  const { label } = filter
  const set = (name: keyof Values, text: string) => list.change(list.changeOf(name, text))
  if ('text' in filter) {
    const { text, shown = list.textOf(text), type = 'search', maxLength = 200 } = filter
    const onChange = (value: string) => set(text, value)
    return <TextFilter label={label} type={type} maxLength={maxLength} value={shown} onChange={onChange} />
  }
  if ('flag' in filter) {
    const { flag, choice } = filter
    const on = { value: '1', label: choice }
    const values = list.textOf(flag) === '1' ? ['1'] : []
    return (
      <ChoicesFilter
        label={label}
        values={values}
        choices={[on]}
        onChange={([value = '']) => set(flag, value)}
      />
    )
  }
  if ('anyOf' in filter) {
    const { anyOf, choices } = filter
    const values = list.textOf(anyOf).split(',').filter(Boolean)
    return (
      <ChoicesFilter
        label={label}
        values={values}
        choices={choices}
        onChange={(chosen) => set(anyOf, chosen.join(','))}
      />
    )
  }
  const { oneOf, choices } = filter
  const choiceOf = (text: string) => choices.find(({ value }) => value === text)
  const current = choiceOf(list.textOf(oneOf)) ?? choiceOf('') ?? choices[0]
  return (
    <SelectFilter
      label={label}
      value={current?.value ?? ''}
      choices={choices}
      onChange={(value) => set(oneOf, value)}
    />
  )
}
