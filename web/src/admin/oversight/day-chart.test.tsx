import { expect, test } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { DayChart } from './day-chart.tsx'

const chartOf = (...values: (number | undefined)[]) => {
  const days = values.map((value, index) => ({ day: `2026-01-0${index + 1}`, value }))
  return textIn(show(<DayChart title="Time" days={days} write={(value) => `${value} s`} />))
}

test('a day on which nothing was measured is told as none, not as 0', () => {
  expect(chartOf(7, undefined)).toContain('Today – · peak 7 s')
  expect(chartOf(undefined, 0)).toContain('Today 0 s · peak 0 s')
  expect(chartOf(undefined)).toContain('Today – · peak –')
})
