// @vitest-environment happy-dom
import { type Advisory, getAdvisory, listAdvisories, reportAbuse } from '@nodeyard/contract/safety'
import { getStatus, type PartStatus } from '@nodeyard/contract/services'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import { ReportButton } from '../nodes/report-button.tsx'
import * as status from '../service/status-page.tsx'
import * as advisories from './advisories-page.tsx'
import * as advisory from './advisory-page.tsx'

const advisoryOf = (some: Partial<Advisory>) => on(getAdvisory, { ...exampleOf(getAdvisory), ...some })

describe('list of advisories', () => {
  const open = (rules: Rule[] = [], at: string = paths.advisories) =>
    openPage(advisories, { path: paths.advisories, at, rules })

  it('marks withdrawn ones', async () => {
    const { advisories: some, ...envelope } = exampleOf(listAdvisories)
    const withdrawn = some.map((one) => ({ ...one, withdrawnAt: '2026-05-02T00:00:00Z' }))
    open([on(listAdvisories, { ...envelope, advisories: withdrawn })])
    await screen.findByText('Withdrawn')
  })

  it('shows when there are none', async () => {
    open([on(listAdvisories, { ...exampleOf(listAdvisories), advisories: [] })])
    await screen.findByText('Advisories have not been published yet.')
  })

  it('requests the page of its address', async () => {
    const { reads } = open([], `${paths.advisories}?page=2`)
    await screen.findByText('Sends pictures to a stranger')
    expect(reads(listAdvisories)[0]?.query['page']).toBe('2')
  })
})

describe('advisory page', () => {
  const open = (rules: Rule[]) =>
    openPage(advisory, { path: paths.advisory, at: '/advisories/NYSA-2026-0001', rules })

  it('shows that installs are refused only if they are', async () => {
    open([advisoryOf({ refuses_installs: true })])
    await screen.findByText(/must not be installed/)
    open([advisoryOf({ refuses_installs: false })])
    await screen.findByText('What is wrong')
    expect(screen.queryByText(/must not be installed/)).toBeNull()
  })

  it('shows when the advisory was withdrawn, and refuses nothing then', async () => {
    open([advisoryOf({ refuses_installs: true, withdrawnAt: '2026-05-02T00:00:00Z' })])
    await screen.findByText('Withdrawn on May 2, 2026')
    expect(screen.queryByText(/must not be installed/)).toBeNull()
  })

  it('lists the affected versions', async () => {
    open([advisoryOf({ affected: [{ node_id: 'birch-grain', version: '0.9.0' }] } as Partial<Advisory>)])
    await screen.findByText(/0\.9\.0/, { selector: 'main a, main a *' })
  })

  it('shows an error page when the advisory does not exist', async () => {
    open([on(getAdvisory, refusal(404, 'advisory_not_found'))])
    await screen.findByText('Error 404')
  })
})

describe('abuse report', () => {
  const open = (as?: Viewer, rules: Rule[] = []) =>
    openPage(
      { Component: () => <ReportButton name="Acme Blur" nodeId="acme-blur" version="1.2.0" /> },
      { path: '/', rules, ...(as ? { as } : {}) },
    )
  const choose = async (kind: string) => (await screen.findByLabelText(kind)).click()
  const contact = () => screen.queryByLabelText(/Your email address/)

  it('asks anonymous visitors for an email address, and signed-in users for none', async () => {
    open()
    await press('Report')
    await screen.findByText(/Moderators see your report/)
    expect(contact()).toBeTruthy()
    open({})
    await press('Report')
    await screen.findByText(/Moderators see your report/)
    expect(contact()).toBeNull()
  })

  it('requires a kind and a description', async () => {
    const { writes } = open()
    await press('Report')
    await screen.findByText('Send the report')
    confirm('Send the report')
    await waitFor(() => expect(screen.getAllByText('Required.').length).toBeGreaterThan(0))
    expect(writes()).toEqual([])
  })

  it('reports the version on screen', async () => {
    const { writes } = open()
    await press('Report')
    await choose('It does something harmful')
    await fill('What did you see?', 'It sends my pictures away.')
    confirm('Send the report')
    await screen.findByText('Thank you. Moderators will look at it.')
    expect(writes()).toMatchObject([
      { route: reportAbuse, body: { kind: 'malware', text: 'It sends my pictures away.', version: '1.2.0' } },
    ])
  })

  it('keeps the input after a refusal', async () => {
    open(undefined, [on(reportAbuse, refusal(429, 'rate_limited', 'Too many reports.'))])
    await press('Report')
    await choose('It does not work')
    await fill('What did you see?', 'It crashes.')
    confirm('Send the report')
    await waitFor(() => expect(document.querySelector('dialog [role=alert]')).toBeTruthy())
    expect(screen.getByLabelText<HTMLTextAreaElement>('What did you see?').value).toBe('It crashes.')
  })

  it("keeps an anonymous visitor's input after closing", async () => {
    open()
    await press('Report')
    await fill('What did you see?', 'It crashes.')
    confirm('Cancel')
    await press('Report')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('What did you see?')).value).toBe('It crashes.')
  })
})

describe('status page', () => {
  const { reviews, parts } = exampleOf(getStatus)
  const [part] = parts as [PartStatus]
  const open = (...states: PartStatus['state'][]) =>
    openPage(status, {
      path: paths.status,
      rules: [on(getStatus, { reviews, parts: states.map((state) => ({ ...part, state })) })],
    })

  it.each([
    ['The tested parts are operational', ['working', 'working']],
    ['Some systems are down', ['working', 'failing', 'unknown']],
    ['Some parts have not been tested yet', ['working', 'unknown']],
  ] as const)('summarizes the state: %s', async (text, states) => {
    open(...states)
    await screen.findByText(text)
  })

  it('weights days by their number of probes', async () => {
    const days = [
      { day: '2026-04-30', uptime: 0, probes: 1 },
      { day: '2026-05-01', uptime: 1, probes: 3 },
    ]
    openPage(status, { path: paths.status, rules: [on(getStatus, { reviews, parts: [{ ...part, days }] })] })
    await screen.findByText('75% over 2 days')
  })

  it('shows how long publishers wait for moderators', async () => {
    const figures = { waiting: 3, decided: 40, medianSeconds: 5400, p95Seconds: 86_400, automaticShare: 0.93 }
    openPage(status, { path: paths.status, rules: [on(getStatus, { parts, reviews: figures })] })
    const section = await screen.findByRole('region', { name: 'Reviews' })
    expect(section.textContent).toMatch(/Waiting now3.*Median time to the decision2 hours.*1 day.*93%/)
  })

  it('shows that a part has not been probed yet', async () => {
    openPage(status, {
      path: paths.status,
      rules: [on(getStatus, { reviews, parts: [{ ...part, days: [] }] })],
    })
    await screen.findByText('Not tested yet.')
  })
})
