import { getNumbers } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Loading } from '../../ground/ui/loading.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { DayChart } from './day-chart.tsx'
import { defaultDays, useSeries, valuesOf } from './series.ts'

const shown: ReadonlySet<string> = new Set(['publishes', 'decisions', 'open', 'downloads'])

/** Charts of the last month on the dashboard. */
export function Trends() {
  const t = useText('admin-oversight')
  const { data, error, refetch } = useQuery(
    routeQuery(useSite(), getNumbers, { query: { days: defaultDays } }),
  )
  const series = useSeries().filter(({ id }) => shown.has(id))
  return (
    <section aria-labelledby="trends" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="trends" className="text-lg font-semibold">
          {t('last_days', { count: defaultDays })}
        </h2>
        <Link to={adminPaths.numbers} className="py-1 text-sm text-accent underline-offset-4 hover:underline">
          {t('all_numbers')}
        </Link>
      </div>
      {!data && (
        // Reserves the height of the charts, to prevent a layout shift.
        <div className="grid min-h-234 content-center sm:min-h-116">
          <Loading error={error} retry={refetch} />
        </div>
      )}
      {data && (
        <div className="grid gap-4 sm:grid-cols-2">
          {series.map(({ id, ...chart }) => (
            <DayChart key={id} {...chart} days={valuesOf(data.days, id)} />
          ))}
        </div>
      )}
    </section>
  )
}
