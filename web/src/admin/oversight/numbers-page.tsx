import { type DayNumbers, getNumbers } from '@nodeyard/contract/oversight'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { ListFilters } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useList } from '../kit/use-list.ts'
import { DayChart } from './day-chart.tsx'
import { numbersSearch } from './search.ts'

const defaultDays = 30
const spans = [7, defaultDays, 90, 366]

function numbersQuery({ registry }: Site, days: number) {
  return queryOptions({
    queryKey: ['admin', 'numbers', days],
    queryFn: ({ signal }) => registry.call(getNumbers, { query: { days } }, { signal }),
  })
}

export const { handle, loader, Component } = adminPage({
  path: adminPaths.numbers,
  title: 'nav_numbers',
  namespaces: ['admin-oversight'],
  lead: (texts) => texts.of('admin-oversight')('numbers_lead'),
  Content: Numbers,
})

function Numbers() {
  const t = useText('admin-oversight')
  const list = useList(adminPaths.numbers, numbersSearch)
  const days = list.search.days || defaultDays
  const read = useQuery({
    ...numbersQuery(useSite(), days),
    placeholderData: keepPreviousData,
  })
  const series = useSeries()
  const columns = useColumns(series)
  const table = (
    <DataTable
      caption={t('by_day')}
      columns={columns}
      rows={read.data?.days.toReversed()}
      keyOf={({ day }) => day}
      empty={t('no_lines')}
      query={read}
    />
  )
  return (
    <>
      <ListFilters
        list={list}
        filters={[
          {
            label: t('span'),
            oneOf: 'days',
            choices: spans.map((span) => ({
              value: span === defaultDays ? '' : String(span),
              label: t('last_days', { count: span }),
            })),
          },
        ]}
      />
      {read.data && (
        <div className={`grid gap-4 sm:grid-cols-2 ${read.isPlaceholderData ? 'opacity-60' : ''}`}>
          {series.map(({ id, title, write }) => (
            <DayChart
              key={id}
              title={title}
              days={read.data.days.map((row) => ({ day: row.day, value: numberIn(row[id]) }))}
              write={write}
            />
          ))}
        </div>
      )}
      {read.data ? (
        <Fold look="font-semibold" title={t('by_day')}>
          <div className="mt-3">{table}</div>
        </Fold>
      ) : (
        table
      )}
    </>
  )
}

interface Series {
  id: keyof DayNumbers
  title: string
  write(value: number): string
}

function useSeries(): Series[] {
  const t = useText('admin-oversight')
  const duration = useDuration()
  const formats = formatsOf(useSite().settings.locale)
  return [
    { id: 'publishes', title: t('publishes'), write: formats.number },
    { id: 'flags', title: t('flags'), write: formats.number },
    { id: 'decisions', title: t('decisions'), write: formats.number },
    { id: 'median_seconds', title: t('median'), write: duration },
    { id: 'p95_seconds', title: t('p95'), write: duration },
    { id: 'open', title: t('open'), write: formats.number },
    { id: 'oldest_open_seconds', title: t('oldest_open'), write: duration },
    { id: 'downloads', title: t('downloads'), write: formats.number },
  ]
}

function useColumns(series: readonly Series[]): Column<DayNumbers>[] {
  const t = useText('admin-oversight')
  const formats = formatsOf(useSite().settings.locale)
  return [
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
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats seconds in the largest unit that fits. */
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
