import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { DayChart } from './day-chart.tsx'

const chartOf = (...values: (number | undefined)[]) => {
  const days = values.map((value, index) => ({ day: `2026-01-0${index + 1}`, value }))
  return textIn(
    show(<DayChart title="Period" unit="time" isTime days={days} write={(value) => `${value} s`} />),
  )
}

describe('day chart', () => {
  it('describes a day without measurements as empty, not as 0', () => {
    expect(chartOf(7, undefined)).toContain('Today – · peak 7 s')
    expect(chartOf(undefined, 0)).toContain('Today 0 s · peak 0 s')
    expect(chartOf(undefined)).toContain('Today – · peak –')
  })

  it('has an axis from 0, its unit, and the numbers as a table', () => {
    const text = chartOf(7, undefined)
    expect(text).toContain('Period time')
    expect(text).toContain('10 s 5 s 0 s')
    expect(text).toContain('Show as table')
    expect(text).toMatch(/Jan 2, 2026 – Jan 1, 2026 7 s/)
  })
})
