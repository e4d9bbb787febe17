// @vitest-environment happy-dom
import { getStatus, type ServiceStatus } from '@nodeyard/contract/services'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import * as page from './status-page.tsx'

type Part = ServiceStatus['parts'][number]

const example = exampleOf(getStatus)
const partNamed = (part: Part['part'], more: Partial<Part>): Part => {
  const found = example.parts.find((one) => one.part === part)
  if (!found) throw new Error(`the example has no ${part}`)
  return { ...found, ...more }
}
const open = (more: Partial<ServiceStatus> = {}) =>
  openPage(page, { path: paths.status, rules: [on(getStatus, { ...example, ...more })] })
const bars = () => [...document.querySelectorAll<HTMLElement>('[title^="20"]')]

describe('the status page', () => {
  it('shows that everything works, part by part', async () => {
    open()
    await screen.findByText('The tested parts are operational')
    expect(screen.getAllByText('Operational')).toHaveLength(example.parts.length)
    screen.getByRole('heading', { name: 'Search' })
  })

  it('lets one part that is down outweigh parts that are unknown', async () => {
    open({ parts: [partNamed('api', { state: 'unknown' }), partNamed('search', { state: 'failing' })] })
    await screen.findByText('Some systems are down')
    screen.getByText('Down')
    screen.getByText('Unknown')
  })

  it('says that a part has not been tested yet', async () => {
    open({ parts: [partNamed('jobs', { state: 'unknown', days: [] })] })
    await screen.findByText('Some parts have not been tested yet')
    screen.getByText('Not tested yet.')
    expect(bars()).toEqual([])
  })

  it('weighs days by their probes', async () => {
    const days = [
      { day: '2026-05-01', uptime: 1, probes: 300 },
      { day: '2026-05-02', uptime: 0.6, probes: 100 },
    ]
    open({ parts: [partNamed('api', { days })] })
    await screen.findByText('90% over 2 days')
  })

  it('draws 90 days up to the last probe, days without probes empty', async () => {
    const days = [
      { day: '2026-04-30', uptime: 0.5, probes: 10 },
      { day: '2026-05-02', uptime: 0.99, probes: 10 },
    ]
    open({ parts: [partNamed('api', { days })] })
    await screen.findByText(/over 2 days/)
    expect(bars()).toHaveLength(90)
    const [bad, empty, fair] = bars().slice(-3)
    expect([bad?.title, empty?.title, fair?.title]).toEqual([
      '2026-04-30: 50%',
      '2026-05-01',
      '2026-05-02: 99%',
    ])
    const looks = [bad, empty, fair].map((bar) => /bg-\w+/.exec(bar?.className ?? '')?.[0])
    expect(looks).toEqual(['bg-danger', 'bg-sunken', 'bg-warn'])
  })

  it('tells how long reviews take once there were some', async () => {
    open()
    await screen.findByText('Waiting now')
    expect(screen.queryByText('Median time to the decision')).toBeNull()
    open({
      reviews: { waiting: 3, decided: 1200, medianSeconds: 7200, p95Seconds: 90_000, automaticShare: 0.125 },
    })
    await screen.findByText('Median time to the decision')
    screen.getByText('1,200')
    screen.getByText('12.5%')
  })
})
