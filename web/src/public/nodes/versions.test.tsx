import { describe, expect, it } from 'vitest'
import { show, textIn } from '../../ground/site/site.test-support.tsx'
import type { VersionRow } from './queries.ts'
import { Versions } from './versions.tsx'

const version: VersionRow = {
  version: '1.2.0',
  createdAt: '2026-03-04T05:06:07Z',
  deprecated: false,
  isYanked: false,
  status: 'NodeVersionStatusActive',
  summary: 'Faster.',
}

const shown = (versions: VersionRow[], count: number) =>
  show(<Versions nodeId="blur" versions={versions} count={count} />)

describe('list of versions', () => {
  it('links each version to its page and shows its badges', () => {
    const html = shown([version, { ...version, version: '1.1.0', isYanked: true }], 2)
    expect(html).toContain('href="/nodes/blur/versions/1.2.0"')
    expect(textIn(html)).toMatch(/1\.2\.0 .*Faster\. 1\.1\.0 Yanked/)
  })

  it('says why a version is held', () => {
    const held = { ...version, status: 'NodeVersionStatusFlagged' } as const
    expect(textIn(shown([{ ...held, heldFor: ['hidden_code'] }], 1))).toMatch(
      /Under review .*Held: hides code/,
    )
    expect(textIn(shown([{ ...held, heldFor: [] }], 1))).not.toContain('Held:')
  })

  it('links to the older versions if there are any', () => {
    const html = shown([version], 12)
    expect(html).toContain('href="/nodes/blur/versions"')
    expect(textIn(html)).toContain('Show 11 older versions')
    expect(shown([version], 1)).not.toContain('href="/nodes/blur/versions"')
  })

  it('shows when a node has none', () => {
    expect(textIn(shown([], 0))).toContain('No version has been published yet.')
  })
})
