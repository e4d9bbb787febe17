import { useId } from 'react'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'

interface DayChart {
  title: string
  /** The value is undefined when nothing was measured, which differs from 0. */
  days: readonly { day: string; value: number | undefined }[]
  write(value: number): string
}

const height = 96
const step = 10

/**
 * Bar chart with one bar per day. Its label names the last and the highest value; the table on the page has
 * all of them.
 */
export function DayChart({ title, days, write }: DayChart) {
  const id = useId()
  const t = useText('admin-oversight')
  const formats = formatsOf(useSite().settings.locale)
  const values = days.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const highest = Math.max(...values, 0)
  const written = (value: number | undefined) => (value === undefined ? '–' : write(value))
  const first = days[0]
  const last = days.at(-1)
  return (
    <figure
      className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4"
      aria-labelledby={id}
    >
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-muted tabular-nums">
          {last &&
            t('today_and_most', {
              number: written(last.value),
              max: written(values.length > 0 ? highest : undefined),
            })}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full rtl:-scale-x-100"
      >
        {days.map(({ day, value = 0 }, index) => {
          const size = value > 0 ? Math.max((value / highest) * height, 2) : 0
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
      <p className="flex justify-between border-t border-line pt-1 text-xs text-muted">
        <span>{first && formats.date(first.day)}</span>
        <span>{last && formats.date(last.day)}</span>
      </p>
    </figure>
  )
}
