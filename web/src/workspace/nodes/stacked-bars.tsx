import { useFormats, useText } from '../../ground/site/site.ts'
import { axisOf } from '../../ground/ui/axis.ts'
import { ChartFrame, GridLines, markedDays } from '../../ground/ui/chart-frame.tsx'

export interface Series {
  name: string
  total: number
  /** One count per day. */
  counts: readonly number[]
}

const width = 720
const height = 160
const dayMs = 86_400_000

/**
 * Stacked bar chart of installs by day, with one layer per version. The page repeats the main numbers as
 * text.
 */
export function StackedBars({ from, series }: { from: string; series: Series[] }) {
  const t = useText('manage')
  const formats = useFormats()
  const days = series[0]?.counts.length ?? 0
  const totals = Array.from({ length: days }, (_, day) =>
    series.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0),
  )
  const most = Math.max(1, ...totals)
  const ticks = axisOf(most)
  const dateOf = (day: number) => formats.date(new Date(Date.parse(from) + day * dayMs).toISOString())
  return (
    <figure className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
        <span className="font-semibold text-ink">{t('installs_by_day')}</span>
        <span>{t('best_day', { date: dateOf(totals.indexOf(most)), count: most })}</span>
      </figcaption>
      <ChartFrame
        ticks={ticks.map((tick) => formats.number(tick))}
        dates={markedDays(totals.map((_, day) => day)).map(dateOf)}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="mirrored h-40 w-full"
        >
          <GridLines width={width} height={height} count={ticks.length} />
          {pathsOf(series, ticks[2]).map((path, index) => (
            <path key={series[index]?.name} d={path} fill="currentColor" className={`series-${index}`} />
          ))}
        </svg>
      </ChartFrame>
    </figure>
  )
}

/** Stacks the series and returns one path for each. */
function pathsOf(series: readonly Series[], top: number): string[] {
  const below = new Array<number>(series[0]?.counts.length ?? 0).fill(0)
  const step = width / Math.max(1, below.length)
  const bar = Math.max(0.8, step - Math.min(2, step / 5))
  return series.map(({ counts }) =>
    counts
      .map((count, day) => {
        const foot = below[day] ?? 0
        below[day] = foot + count
        if (count === 0) return ''
        const [bottom, head] = [foot, foot + count].map((value) => height - (value / top) * height)
        return `M${(day * step).toFixed(2)} ${bottom?.toFixed(2)}V${head?.toFixed(2)}h${bar.toFixed(2)}V${bottom?.toFixed(2)}z`
      })
      .join(''),
  )
}
