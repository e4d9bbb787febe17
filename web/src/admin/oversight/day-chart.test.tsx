import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { DayChart } from './day-chart.tsx'

const chartOf = (...values: (number | undefined)[]) => {
  const days = values.map((value, index) => ({ day: `2026-01-0${index + 1}`, value }))
  return textIn(show(<DayChart title="Time" days={days} write={(value) => `${value} s`} />))
}

describe('day chart', () => {
  it('describes a day without measurements as empty, not as 0', () => {
    expect(chartOf(7, undefined)).toContain('Today – · most 7 s')
    expect(chartOf(undefined, 0)).toContain('Today 0 s · most 0 s')
    expect(chartOf(undefined)).toContain('Today – · most –')
  })
})
