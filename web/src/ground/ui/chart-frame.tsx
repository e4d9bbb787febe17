import type { ReactNode } from 'react'

interface ChartFrame {
  /** Labels of the vertical axis in equal steps, the lowest first. */
  ticks: readonly string[]
  /** Labels below the chart, from its start to its end. */
  dates: readonly string[]
  /** The drawing, over the whole frame. */
  children: ReactNode
}

/** Axes around the drawing of a chart. Hidden from screen readers, which read the table beside it. */
export function ChartFrame({ ticks, dates, children }: ChartFrame) {
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted">
      {/* The first and the last label are centered on the edges of the drawing. */}
      <ol className="-my-2 flex flex-col justify-between text-end leading-4 tabular-nums">
        {ticks.toReversed().map((tick) => (
          <li key={tick}>{tick}</li>
        ))}
      </ol>
      {children}
      <p className="col-start-2 flex justify-between gap-x-2 pt-1.5">
        {dates.map((date) => (
          <span key={date}>{date}</span>
        ))}
      </p>
    </div>
  )
}

/** The first, the middle and the last of many days. */
export function markedDays<Day>(days: readonly Day[]): Day[] {
  const places = new Set([0, ...(days.length > 4 ? [Math.floor(days.length / 2)] : []), days.length - 1])
  return [...places].flatMap((place) => days[place] ?? [])
}

/** Horizontal lines of a drawing at equal steps. */
export function GridLines({ width, height, count }: { width: number; height: number; count: number }) {
  return Array.from({ length: count }, (_, index) => (height * index) / (count - 1)).map((y) => (
    <path key={y} d={`M0 ${y}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
  ))
}
