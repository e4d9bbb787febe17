// @vitest-environment happy-dom
import type { PublishSummary } from '@nodeyard/contract/packs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testSite, withSite } from '../../ground/site/site.test-support.tsx'
import { VersionList } from './versions-page.tsx'

afterEach(cleanup)

const summaryOf = (number: number) =>
  ({
    version: {
      id: String(number),
      version: `1.${number}.0`,
      status: 'NodeVersionStatusActive',
      deprecated: false,
      createdAt: '2026-01-02T00:00:00Z',
    },
    findings: { info: 0, low: 0, medium: 0, high: 0, critical: 0 },
    ...{ is_read: true, waits_for: 'nothing', downloads: 0 },
  }) as unknown as PublishSummary

const open = (count: number) => {
  const versions = Array.from({ length: count }, (_, index) => summaryOf(count - index))
  render(withSite(testSite(), <VersionList nodeId="blur" versions={versions} />))
}
const rows = () => screen.queryAllByRole('listitem')

describe('list of versions', () => {
  it('shows the newest of ten thousand, more on demand, and finds any by its number', () => {
    open(10_000)
    expect(rows()).toHaveLength(50)
    expect(rows()[0]?.textContent).toContain('1.10000.0')
    fireEvent.click(screen.getByText('Show 50 more'))
    expect(rows()).toHaveLength(100)
    const field = screen.getByLabelText('Find a version')
    fireEvent.change(field, { target: { value: '1.77.0' } })
    expect(rows().map(({ textContent }) => textContent?.slice(0, 6))).toEqual(['1.77.0'])
    fireEvent.change(field, { target: { value: '2.0.0' } })
    screen.getByText('A version with this number does not exist.')
  })

  it('shows no search for a few versions', () => {
    open(3)
    expect(rows()).toHaveLength(3)
    expect(screen.queryByLabelText('Find a version')).toBeNull()
  })
})
