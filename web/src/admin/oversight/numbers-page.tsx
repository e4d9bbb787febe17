import { type DayNumbers, getNumbers } from '@nodeyard/contract/oversight'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { useSearch, useSearchChange } from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { SelectFilter, TableFilters } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { DayChart } from './day-chart.tsx'
import { numbersSearch } from './search.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-oversight'] }
export const loader = pageLoader(adminPaths.numbers, handle, async () => {})

const usualDays = 30
const spans = ['7', '30', '90', '366'] as const

function numbersQuery({ registry }: Site, days: number) {
  return queryOptions({
    queryKey: ['admin', 'numbers', days],
    queryFn: ({ signal }) => registry.call(getNumbers, { query: { days } }, { signal }),
  })
}

export function Component() {
  const t = useText('admin')
  const text = useText('admin-oversight')
  return (
    <AdminPage title={t('nav_numbers')} lead={text('numbers_lead')}>
      <Numbers />
    </AdminPage>
  )
}

function Numbers() {
  const t = useText('admin-oversight')
  const search = useSearch(numbersSearch)
  const change = useSearchChange(numbersSearch)
  const days = search.days || usualDays
  const list = useQuery({
    ...numbersQuery(useSite(), days),
    placeholderData: keepPreviousData,
  })
  const duration = useDuration()
  const formats = formatsOf(useSite().settings.locale)
  const series: { id: keyof DayNumbers; title: string; write(value: number): string }[] = [
    { id: 'publishes', title: t('publishes'), write: formats.number },
    { id: 'flags', title: t('flags'), write: formats.number },
    { id: 'decisions', title: t('decisions'), write: formats.number },
    { id: 'median_seconds', title: t('median'), write: duration },
    { id: 'p95_seconds', title: t('p95'), write: duration },
    { id: 'open', title: t('open'), write: formats.number },
    { id: 'oldest_open_seconds', title: t('oldest_open'), write: duration },
    { id: 'downloads', title: t('downloads'), write: formats.number },
  ]
  const columns: Column<DayNumbers>[] = [
    {
      id: 'day',
      title: t('day'),
      isHead: true,
      cell: ({ day }) => <span className="whitespace-nowrap">{formats.date(day)}</span>,
    },
    ...series.map(
      ({ id, title, write }): Column<DayNumbers> => ({
        id,
        title,
        isNumber: true,
        cell: (row) => {
          const value = numberIn(row[id])
          return value === undefined ? <span className="text-muted">–</span> : write(value)
        },
      }),
    ),
  ]
  const table = (
    <DataTable
      caption={t('by_day')}
      columns={columns}
      rows={list.data?.days.toReversed()}
      keyOf={({ day }) => day}
      empty={t('no_lines')}
      query={list}
    />
  )
  return (
    <>
      <TableFilters label={t('filters')}>
        <SelectFilter
          label={t('span')}
          value={spans.find((span) => span === String(days)) ?? '30'}
          choices={spans.map((value) => ({ value, label: t('last_days', { count: Number(value) }) }))}
          onChange={(value) => change({ days: Number(value) === usualDays ? 0 : Number(value) })}
        />
      </TableFilters>
      {list.data && (
        <div className={`grid gap-4 sm:grid-cols-2 ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
          {series.map(({ id, title, write }) => (
            <DayChart
              key={id}
              title={title}
              days={list.data.days.map((row) => ({ day: row.day, value: numberIn(row[id]) }))}
              write={write}
            />
          ))}
        </div>
      )}
      {list.data ? (
        <Fold look="font-semibold" title={t('by_day')}>
          <div className="mt-3">{table}</div>
        </Fold>
      ) : (
        table
      )}
    </>
  )
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Seconds in the largest unit that they fill. */
function useDuration(): (seconds: number) => string {
  const { locale } = useSite().settings
  const [formats] = useState(
    () =>
      new Map(
        ['day', 'hour', 'minute', 'second'].map((unit) => [
          unit,
          new Intl.NumberFormat(locale, {
            style: 'unit',
            unit,
            unitDisplay: 'short',
            maximumFractionDigits: 1,
          }),
        ]),
      ),
  )
  return (seconds) => {
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
    return formats.get(unit)?.format(seconds / length) ?? String(seconds)
  }
}
