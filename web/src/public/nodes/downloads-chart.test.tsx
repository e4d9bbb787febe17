import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import { DownloadsChart } from './downloads-chart.tsx'

const from = '2026-01-01'

describe('DownloadsChart', () => {
  it('describes its data as text', () => {
    const counts = [0, 4, 1200]
    const text = textIn(show(<DownloadsChart downloads={{ from, counts, total: 1204 }} />))
    expect(text).toContain('1,204 in the last 90 days')
    expect(text).toContain('Most on Jan 3, 2026: 1,200')
  })

  it('draws a bar for each day with installs, and nothing without any', () => {
    const html = show(<DownloadsChart downloads={{ from, counts: [1, 0, 2], total: 3 }} />)
    expect(/<path d="([^"]*)" fill/.exec(html)?.[1]?.match(/z/g)).toHaveLength(2)
    expect(show(<DownloadsChart downloads={{ from, counts: [0, 0], total: 0 }} />)).toBe('')
  })
})
