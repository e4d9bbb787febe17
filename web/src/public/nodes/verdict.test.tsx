// @vitest-environment happy-dom
import {
  type Capability,
  getNode,
  getNodeScore,
  getNodeVersion,
  listNodeVersions,
  type NodeVersion,
} from '@nodeyard/contract/packs'
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
  const shown = { version: '1.2.0' } as NonNullable<NodeView['shown']>
  const reaching = (...kinds: Capability['kind'][]) =>
    on(getNodeVersion, {
      ...version,
      capabilities: kinds.map((kind, place) => ({ kind, subject: `${place}.test`, evidence: [] })),
    })
  const quietly = 'Passed: no network access, file writes or processes found'

  it('say in words what the scan found, and lead there', async () => {
    const found = await tile('Scan', { latest, shown }, [clean, reaching('network', 'network', 'file_write')])
    expect(found.text).toBe('Passed: uses network and file writes')
    expect(found.href).toMatch(/\/versions\/1\.2\.0#/)
    expect(await tile('Scan', { latest, shown }, [clean, reaching()])).toEqual({
      text: quietly,
      href: undefined,
    })
  })

  it('say that a moderator has approved the findings', async () => {
    const approved = scored({ blocking_findings: 2 })
    expect(await textOf('Scan', { latest, shown }, [approved, reaching()])).toBe(
      'Scanned, then approved by a moderator',
    )
  })

  it.each([
    ['banned', 'Not installable now'],
    ['blocked', 'Not installable now'],
    ['withdrawn', 'Not installable now'],
    ['suspicious', 'Held: dangerous code found'],
    ['deprecated', quietly],
  ] as const)('do not call a pack passed that is held back: %s', async (state, text) => {
    expect(await textOf('Scan', { latest, shown, install: { state } }, [clean, reaching()])).toBe(text)
  })

  it.each([
    [['network_code', 'private_data'], 'Held: runs code from the network and touches keys or private data'],
    [['from_the_future'], 'Held for review'],
    [[], 'Held for review'],
    [undefined, 'Held for review'],
  ] as [NodeVersion['held_for'], string][])('say in words why it is held: %s', async (groups, text) => {
    const held = {
      ...version,
      status: 'NodeVersionStatusFlagged',
      ...(groups ? { held_for: groups } : {}),
    } as const
    const rules = [on(listNodeVersions, [held])]
    expect(await textOf('Scan', { install: { state: 'under_review' } }, rules)).toBe(text)
  })

  it.each([
    ['clear', quietly],
    ['warned', '2 findings in the code'],
  ] as const)('tell how its repository was read: %s', async (verdict, text) => {
    const read = { reading: { ...reading(verdict), blocking_findings: 2 }, shown }
    expect(await textOf('Scan', read, [on(getNodeScore, {}), reaching()])).toBe(text)
  })

  it('admit that nothing was scanned', async () => {
    for (const state of ['no_version', 'unclaimed', 'unpublished'] as const)
      expect(await textOf('Scan', { install: { state } })).toBe('Not scanned')
    const { capabilities: _, ...unread } = version
    const rules = [on(getNodeScore, {}), on(getNodeVersion, unread)]
    expect(await textOf('Scan', { latest, shown }, rules)).toBe('Not scanned')
  })

  it.each([
    ['{"text":"MIT"}', 'allowed', 'MITCommercial use: allowed'],
    ['{"text":"CC-BY-NC-4.0"}', 'forbidden', 'CC-BY-NC-4.0Commercial use: not allowed'],
    ['{"text":"Own terms"}', undefined, 'Own termsCommercial use: not known'],
    ['{"file":"LICENSE"}', undefined, 'Not stated'],
    ['', undefined, 'Not stated'],
  ] as const)('name the license %s', async (license, use, text) => {
    expect(await textOf('License', { license, ...(use ? { commercial_use: use } : {}) })).toBe(text)
  })

  it('show the Python versions of a pack that was published or read', async () => {
    const { requires_python: _, ...anyPython } = judged ?? {}
    expect(await textOf('Python', { shown }, [scored({ requires_python: '>=3.10' }), reaching()])).toBe(
      '>=3.10',
    )
    expect(await textOf('Python', { latest, shown }, [scored({ ...anyPython }), reaching()])).toBe(
      'Not stated',
    )
    await tile('Scan', {})
    expect(screen.queryByText('Python')).toBeNull()
  })
})
