import { useId } from 'react'
import { useFormats, useText } from '../../ground/site/site.ts'
import { axisOf } from '../../ground/ui/axis.ts'
import { ChartFrame, GridLines, markedDays } from '../../ground/ui/chart-frame.tsx'
import { Fold } from '../../ground/ui/fold.tsx'

interface DayChart {
  title: string
  /** Unit of the values, such as versions per day. */
  unit: string
  /** Whether the values are seconds, which changes the steps of the axis. */
  isTime?: boolean | undefined
  /** The value is undefined when nothing was measured, which differs from 0. */
  days: readonly { day: string; value: number | undefined }[]
  write(value: number): string
}

const height = 96
const step = 10

/** Bar chart with one bar per day, with axes, its unit, and the same numbers as a table. */
export function DayChart({ title, unit, isTime, days, write }: DayChart) {
  const id = useId()
  const t = useText('admin-oversight')
  const formats = useFormats()
  const values = days.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const highest = Math.max(...values, 0)
  const ticks = axisOf(highest, isTime)
  const written = (value: number | undefined) => (value === undefined ? '–' : write(value))
  const last = days.at(-1)
  return (
    <figure
      className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4"
      aria-labelledby={id}
    >
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span>
          <span className="font-semibold">{title}</span> <span className="text-xs text-muted">{unit}</span>
        </span>
        <span className="text-muted tabular-nums">
          {last &&
            t('today_and_most', {
              number: written(last.value),
              max: written(values.length > 0 ? highest : undefined),
            })}
        </span>
      </figcaption>
      <ChartFrame ticks={ticks.map(write)} dates={markedDays(days).map(({ day }) => formats.date(day))}>
        <Bars days={days} top={ticks.at(-1) ?? 1} write={write} />
      </ChartFrame>
      <Fold look="text-sm text-accent" title={t('as_table')}>
        <Table caption={title} days={days} unit={unit} written={written} />
      </Fold>
    </figure>
  )
}

function Bars({ days, top, write }: Pick<DayChart, 'days' | 'write'> & { top: number }) {
  const formats = useFormats()
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="h-24 w-full rtl:-scale-x-100"
    >
      <GridLines width={days.length * step} height={height} count={3} />
      {days.map(({ day, value = 0 }, index) => {
        const size = value > 0 ? Math.max((value / top) * height, 2) : 0
        return (
          <rect
            key={day}
            x={index * step + 1}
            y={height - size}
            width={step - 2}
            height={size}
            className="fill-accent"
          >
            <title>{`${formats.date(day)}: ${write(value)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

interface Table {
  caption: string
  unit: string
  days: DayChart['days']
  written(value: number | undefined): string
}

function Table({ caption, unit, days, written }: Table) {
  const t = useText('admin-oversight')
  const formats = useFormats()
  return (
    <div className="mt-2 max-h-64 overflow-y-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-start text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t('day')}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {unit}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, value }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {formats.date(day)}
              </th>
              <td className="py-1 text-end tabular-nums">{written(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
