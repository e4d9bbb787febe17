import { RegistryRefusal } from '@nodeyard/contract/ground'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Paging } from '../ui/paging.tsx'
import { Spinner } from '../ui/spinner.tsx'

export interface Column<Row> {
  /** Name of the column in the address, if it can be sorted by. */
  id: string
  title: string
  cell(row: Row): ReactNode
  /** Marks the column that names the row; one per table. */
  isHead?: boolean
  /** Aligns numbers to the end of the cell. */
  isNumber?: boolean
  isSortable?: boolean
}

interface DataTable<Row> {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** Rows of the current page; undefined until loaded. */
  rows: readonly Row[] | undefined
  keyOf(row: Row): string
  /** Shown when there are no rows. */
  empty: ReactNode
  /** The query behind the rows, for errors, retries and the loading state. */
  query?: Pick<UseQueryResult, 'error' | 'refetch' | 'isPlaceholderData'>
  sort?: {
    by: string
    isDescending: boolean
    /** Address of the list in another order. */
    linkTo(by: string, isDescending: boolean): string
  }
  paging?: { page: number; totalPages: number; linkTo(page: number): string }
}

/**
 * A page of a list whose filters, order and page are in the address and handled by the server. Where it has little
 * width, rows become cards with the column names.
 */
export function DataTable<Row>(table: DataTable<Row>) {
  const { caption, rows, query, paging } = table
  const failed = query?.error ? <Failed error={query.error} retry={() => void query.refetch()} /> : undefined
  if (!rows) return failed ?? <TableWaiting />
  return (
    <div className="@container grid min-w-0 gap-4">
      {failed}
      {rows.length === 0 ? (
        <div className="grid place-items-center rounded-lg border border-line bg-surface px-4 py-12 text-center text-sm text-muted">
          {table.empty}
        </div>
      ) : (
        <Rows {...table} rows={rows} />
      )}
      {paging && <Paging {...paging} label={caption} />}
    </div>
  )
}

function Rows<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  query,
}: DataTable<Row> & { rows: readonly Row[] }) {
  const isStale = query?.isPlaceholderData === true
  return (
    <section
      aria-label={caption}
      aria-busy={isStale || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
      tabIndex={0}
      className={`rounded-lg border border-line bg-surface @4xl:max-h-[80vh] @4xl:overflow-auto ${isStale ? 'opacity-60' : ''}`}
    >
      <table className="w-full border-collapse text-sm @max-4xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-sunken @max-4xl:hidden">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-4xl:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="border-t border-line @max-4xl:grid @max-4xl:gap-x-4 @max-4xl:gap-y-1.5 @max-4xl:p-3 @max-4xl:@xl:grid-cols-2"
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function HeadCell<Row>({ column, sort }: { column: Column<Row>; sort: DataTable<Row>['sort'] }) {
  const { id, title, isSortable, isNumber } = column
  const isCurrent = sort?.by === id
  const look = `px-3 py-2 align-bottom font-semibold ${isNumber ? 'text-end text-balance' : 'text-start whitespace-nowrap'}`
  if (!sort || !isSortable) {
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    )
  }
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={look}
    >
      <Link
        to={sort.linkTo(id, isCurrent ? !sort.isDescending : isNumber === true)}
        className="inline-flex items-center gap-1 hover:underline"
      >
        {title}
        <Icon
          name="down"
          className={`size-4 ${isCurrent ? '' : 'opacity-30'} ${isCurrent && !sort.isDescending ? 'rotate-180' : ''}`}
        />
      </Link>
    </th>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, isHead, isNumber, cell } = column
  const look = `px-3 py-2.5 align-baseline wrap-anywhere @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-baseline @max-4xl:gap-x-2 @max-4xl:gap-y-1 @max-4xl:p-0 ${
    isNumber ? 'tabular-nums whitespace-nowrap @4xl:text-end' : 'text-start'
  }`
  if (isHead) {
    return (
      <th scope="row" className={`${look} col-span-full font-medium`}>
        {cell(row)}
      </th>
    )
  }
  return (
    <td className={`${look} @max-4xl:has-[>div:empty]:hidden last:col-span-full`}>
      <span aria-hidden="true" className="text-muted @4xl:hidden">
        {title}
      </span>
      <div className="min-w-0">{cell(row)}</div>
    </td>
  )
}

function TableWaiting() {
  return (
    <div className="grid min-h-60 place-items-center rounded-lg border border-line bg-surface">
      <Spinner />
    </div>
  )
}

function Failed({ error, retry }: { error: Error; retry(): void }) {
  const t = useText('common')
  return (
    <div role="alert">
      <Notice tone="danger" title={t('not_loaded')}>
        {error instanceof RegistryRefusal && <p dir="auto">{error.message}</p>}
        <Button onClick={retry} className="mt-2">
          {t('try_again')}
        </Button>
      </Notice>
    </div>
  )
}
