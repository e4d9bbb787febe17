import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { durationText } from '../../ground/texts/duration.ts'
import { licenseText } from './license-text.ts'
import { StackedBars } from './stacked-bars.tsx'

describe('durationText', () => {
  it.each([
    [0, '0.1 seconds'],
    [40, '0.1 seconds'],
    [250, '0.3 seconds'],
    [1000, '1 second'],
    [9400, '9.4 seconds'],
    [12_400, '12 seconds'],
    [59_999, '60 seconds'],
    [60_000, '1 minute'],
    [5_400_000, '2 hours'],
    [172_800_000, '2 days'],
  ])('formats %i ms as %s', (ms, text) => {
    expect(durationText(ms, 'en')).toBe(text)
  })

  it('uses the language of the page', () => {
    expect(durationText(120_000, 'fr')).toBe('2 minutes')
    expect(durationText(120_000, 'ja')).toContain('2')
  })
})

describe('licenseText', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['{}', ''],
    ['MIT', 'MIT'],
    ['{"file": "LICENSE"}', 'LICENSE'],
    ['{"text": "Apache-2.0"}', 'Apache-2.0'],
  ])('shows %j as %j', (sent, text) => {
    expect(licenseText(sent)).toBe(text)
  })
})

describe('StackedBars', () => {
  const series = [
    { name: '1.0.0', total: 3, counts: [1, 0, 2] },
    { name: '1.1.0', total: 4, counts: [0, 0, 4] },
  ]
  const html = () => show(<StackedBars from="2026-05-01T00:00:00Z" series={series} />)
  const paths = () =>
    [...html().matchAll(/<path d="([^"]*)" fill="currentColor"/g)].map(([, path = '']) => path)

  it('names the first, the best and the last day', () => {
    const text = textIn(html())
    expect(text).toContain('May 1, 2026')
    expect(text.match(/May 3, 2026/g)).toHaveLength(2)
    expect(text).toContain('6')
  })

  it('draws one path per version, without bars for empty days', () => {
    expect(paths()).toHaveLength(2)
    expect(paths()[0]?.match(/M/g)).toHaveLength(2)
    expect(paths()[1]?.match(/M/g)).toHaveLength(1)
  })

  it('stacks later versions on top of earlier ones', () => {
    const [first = '', second = ''] = paths()
    const topOfFirst = /M480\.00 [\d.]+V([\d.]+)/.exec(first)?.[1]
    expect(second).toContain(`M480.00 ${topOfFirst}V`)
  })

  it('survives an empty list', () => {
    expect(textIn(show(<StackedBars from="2026-05-01T00:00:00Z" series={[]} />))).toBeTruthy()
  })
})
