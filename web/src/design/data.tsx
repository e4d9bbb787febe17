import { DayChart } from '../admin/oversight/day-chart.tsx'
import { type Column, DataTable } from '../ground/tables/data-table.tsx'
import { Badge } from '../ground/ui/badge.tsx'
import { DownloadsChart } from '../public/nodes/downloads-chart.tsx'
import { Sample, Samples } from './sample.tsx'

interface Row {
  name: string
  state: string
  downloads: number
}

const rows: readonly Row[] = [
  { name: 'Maskery Masks', state: 'Active', downloads: 7401 },
  { name: 'Lumen Relight', state: 'Pending', downloads: 12 },
  { name: 'A name that is long enough to need a second line on most screens', state: 'Banned', downloads: 0 },
]
const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name, isHead: true, isSortable: true },
  { id: 'state', title: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  {
    id: 'downloads',
    title: 'Downloads',
    cell: ({ downloads }) => downloads,
    isNumber: true,
    isSortable: true,
  },
]
const days = Array.from({ length: 30 }, (_, place) => ({
  day: `2026-04-${String(place + 1).padStart(2, '0')}`,
  value: place === 6 ? undefined : Math.round(40 + 30 * Math.sin(place / 3)),
}))
const counts = Array.from({ length: 90 }, (_, place) => 20 + Math.round(place + 12 * Math.sin(place)))
const total = counts.reduce((sum, count) => sum + count, 0)

/** Tables and charts, filled, empty, and before their data has arrived. */
export function Data() {
  const table = { columns, keyOf: ({ name }: Row) => name, empty: 'No packs match.' }
  const sort = { by: 'downloads', isDescending: true, linkTo: (by: string) => `?sort=${by}` }
  return (
    <Samples id="data" name="Tables and charts">
      <Sample of="table">
        <div className="w-full min-w-0">
          <DataTable {...table} caption="Packs" rows={rows} sort={sort} />
        </div>
      </Sample>
      <Sample of="table: empty, loading">
        <div className="grid w-full min-w-0 gap-4 sm:grid-cols-2">
          <DataTable {...table} caption="No packs" rows={[]} />
          <DataTable {...table} caption="Packs that load" rows={undefined} />
        </div>
      </Sample>
      <Sample of="chart by day: values, a gap, nothing">
        <div className="grid w-full min-w-0 gap-4 sm:grid-cols-2">
          <DayChart title="Publishes" unit="versions per day" days={days} write={String} />
          <DayChart title="Decisions" unit="versions per day" days={days.map(empty)} write={String} />
        </div>
      </Sample>
      <Sample of="downloads of a pack">
        <div className="w-80 max-w-full">
          <DownloadsChart downloads={{ from: '2026-02-01', counts, total }} />
        </div>
      </Sample>
    </Samples>
  )
}

const empty = ({ day }: { day: string }) => ({ day, value: undefined })
