import { type DayNumbers, getNumbers } from '@nodeyard/contract/safety'
import { useFormats, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { ListFilters } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { DayChart } from './day-chart.tsx'
import { numbersSearch } from './search.ts'
import { defaultDays, numberIn, type Series, useSeries, valuesOf } from './series.ts'

const spans = [7, defaultDays, 90, 366]

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
  const read = useRead(getNumbers, { days })
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
          {series.map(({ id, ...chart }) => (
            <DayChart key={id} {...chart} days={valuesOf(read.data.days, id)} />
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

function useColumns(series: readonly Series[]): Column<DayNumbers>[] {
  const t = useText('admin-oversight')
  const formats = useFormats()
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
