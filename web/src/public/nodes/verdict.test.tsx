// @vitest-environment happy-dom
import { getNode } from '@nodeyard/contract/nodes'
import { getNodeScore } from '@nodeyard/contract/score'
import { getNodeVersion } from '@nodeyard/contract/versions'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule } from '../../ground/site/registry.test-support.ts'
import { nodeView } from './node-view.test-support.ts'
import type { NodeView } from './queries.ts'
import { Verdict } from './verdict.tsx'

const version = exampleOf(getNodeVersion)
const latest = exampleOf(getNode).latest_version ?? version
const judged = exampleOf(getNodeScore).judged
const scored = (more: Partial<NonNullable<typeof judged>>) =>
  on(getNodeScore, judged ? { judged: { ...judged, ...more } } : {})
const clean = scored({ blocking_findings: 0 })
const reading = (verdict: NonNullable<NodeView['reading']>['verdict']) =>
  ({ verdict, read_at: '2026-04-03T00:00:00Z' }) as NonNullable<NodeView['reading']>

/** Opens the tiles, and returns the text and the link of the one with this name. */
async function tile(name: string, node: Partial<NodeView>, rules: Rule[] = []) {
  openPage({ Component: () => <Verdict node={nodeView(node)} /> }, { path: '/', rules })
  const found = (await screen.findByText(name)).closest('li')
  const text = (found?.textContent ?? '').slice(name.length)
  return { text, href: found?.querySelector('a')?.getAttribute('href') ?? undefined }
}
const textOf = async (...asked: Parameters<typeof tile>) => (await tile(...asked)).text

describe('the facts beside the way to install', () => {
  it('say when the latest version was scanned', async () => {
    expect(await textOf('Scan', { latest }, [clean])).toMatch(/^Scanned on .*2026/)
  })

  it('say that a moderator has approved the findings', async () => {
    const approved = scored({ blocking_findings: 2 })
    expect(await textOf('Scan', { latest }, [approved])).toBe('Scanned, then approved by a moderator')
  })

  it('do not call a pack checked that cannot be installed', async () => {
    const held = { latest, install: { state: 'banned' as const } }
    expect(await textOf('Scan', held, [clean])).toBe('Not installable now')
    const deprecated = { latest, install: { state: 'deprecated' as const } }
    expect(await textOf('Scan', deprecated, [clean])).toMatch(/^Scanned on/)
  })

  it.each([
    ['clear', /^Scanned on .*2026/],
    ['warned', /^Scanned, with findings$/],
    ['held', /^Not installable now$/],
  ] as const)('tell how its repository was read: %s', async (verdict, text) => {
    expect(await textOf('Scan', { reading: reading(verdict) })).toMatch(text)
  })

  it('admit that nothing was scanned', async () => {
    for (const state of ['no_version', 'unclaimed', 'unpublished'] as const)
      expect(await textOf('Scan', { install: { state } })).toBe('Nothing here has been scanned')
  })

  it.each(['under_review', 'withdrawn', 'refused', 'blocked', 'banned'] as const)(
    'do not deny a scan of the versions that are not listed: %s',
    async (state) => expect(await textOf('Scan', { install: { state } })).toBe('Not installable now'),
  )

  it('count what the code can do, and lead there', async () => {
    const shown = { shown: { version: '1.2.0' } } as Partial<NodeView>
    const capabilities = [
      { kind: 'network' as const, subject: 'a.test', evidence: [] },
      { kind: 'network' as const, subject: 'b.test', evidence: [] },
    ]
    const found = await tile('Capabilities', shown, [on(getNodeVersion, { ...version, capabilities })])
    expect(found.text).toBe('1 kind found in the code')
    expect(found.href).toMatch(/\/versions\/1\.2\.0#/)
    const quiet = await tile('Capabilities', shown, [on(getNodeVersion, { ...version, capabilities: [] })])
    expect(quiet).toEqual({ text: 'No network, file or process access', href: undefined })
  })

  it.each([
    ['{"text":"MIT"}', 'MIT'],
    ['{"file":"LICENSE"}', 'See LICENSE'],
    ['', 'Not stated'],
  ])('name the license %s', async (license, text) => {
    expect(await textOf('License', { license })).toBe(text)
  })

  it('show the Python versions of a published pack only', async () => {
    const { requires_python: _, ...anyPython } = judged ?? {}
    expect(await textOf('Python', { latest }, [scored({ requires_python: '>=3.10' })])).toBe('>=3.10')
    expect(await textOf('Python', { latest }, [scored({ ...anyPython })])).toBe('Not stated')
    await tile('Scan', {})
    expect(screen.queryByText('Python')).toBeNull()
  })
})
