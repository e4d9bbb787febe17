// @vitest-environment happy-dom
import { getNodeVersion, type NodeVersion } from '@nodeyard/contract/packs'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleOf, registryFor } from '../../ground/site/registry.test-support.ts'
import { withSite } from '../../ground/site/site.test-support.tsx'
import { InstallBox } from './install-box.tsx'
import { nodeView } from './node-view.test-support.ts'
import { HeldBackNotice } from './notices.tsx'
import type { NodeView, VersionView } from './queries.ts'
import { VersionNotices } from './version-notices.tsx'

afterEach(cleanup)

const { id: _id, node_id: _nodeId, tags: _tags, ...example } = exampleOf(getNodeVersion)
const available = { ...example, version: '2.0.0', downloadUrl: 'https://api.test/node.zip' } as VersionView
const { downloadUrl: _url, ...unavailable } = available

/** Sentences about installing, by their meaning. */
const meanings = {
  offered: /nodeyard\.tgz install|node\.zip|can still install/,
  held: /only its publisher and moderators can install/,
  refused: /cannot be installed|not offered/,
  passed: /Passed/,
  reasoned: /Held: hides code/,
}

/** Renders all that a page says about installing a version, or a pack, and returns the meanings of its sentences. */
function saidBy(node: NodeView, version?: VersionView): string[] {
  const { site } = registryFor('anonymous', [])
  const page = version ? (
    <>
      <VersionNotices node={node} version={version} />
      <InstallBox node={node} version={version} />
    </>
  ) : (
    <>
      <HeldBackNotice install={node.install} />
      <InstallBox node={node} />
    </>
  )
  render(withSite(site, page))
  const links = [...document.querySelectorAll('a')].map(({ href }) => href)
  const text = [document.body.textContent, ...links].join('\n')
  cleanup()
  return Object.entries(meanings).flatMap(([meaning, pattern]) => (pattern.test(text) ? [meaning] : []))
}

type Status = NodeVersion['status']
const statuses: Record<Status, string | readonly string[]> = {
  NodeVersionStatusActive: 'offered',
  NodeVersionStatusPending: 'held',
  NodeVersionStatusFlagged: ['held', 'reasoned'],
  NodeVersionStatusBanned: 'refused',
  NodeVersionStatusDeleted: 'refused',
}
const marks = [{}, { yankedAt: '2026-05-02T00:00:00Z', yankReason: 'Slow.' }, { deprecated: true }]
const packs: [string, NodeView][] = [
  ['public', nodeView({ install: { state: 'installable' }, latest: { ...available, version: '1.0.0' } })],
  ['new', nodeView({ install: { state: 'under_review' } })],
  ['withdrawn', nodeView({ install: { state: 'withdrawn' } })],
]

describe('a page says one thing about installing', () => {
  for (const [status, meaning] of Object.entries(statuses) as [Status, string | string[]][])
    for (const [pack, node] of packs)
      it(`a version: ${status} of a ${pack} pack, to its owner and to visitors`, () => {
        for (const mark of marks) {
          const held = status === 'NodeVersionStatusFlagged' ? { held_for: ['hidden_code' as const] } : {}
          const ofOwner = { ...available, ...mark, ...held, status }
          const ofVisitor = { ...unavailable, ...mark, ...held, status }
          expect(saidBy(node, ofOwner)).toEqual([meaning].flat())
          if (meaning !== 'offered') expect(saidBy(node, ofVisitor)).toEqual([meaning].flat())
        }
      })

  it('a version that an advisory refuses, or of a banned pack', () => {
    for (const mark of marks) {
      expect(saidBy(packs[0]?.[1] as NodeView, { ...unavailable, ...mark })).toEqual(['refused'])
      const banned = nodeView({ install: { state: 'banned' } })
      expect(saidBy(banned, { ...available, ...mark })).toEqual(['refused'])
    }
  })

  it.each([
    ['installable', ['offered']],
    ['deprecated', ['offered']],
    ['under_review', ['held', 'refused']],
    ['withdrawn', ['refused']],
    ['refused', ['refused']],
    ['blocked', ['refused']],
    ['suspicious', ['refused']],
    ['unpublished', ['refused']],
    ['banned', ['refused']],
  ] as const)('a pack: %s', (state, said) => {
    expect(saidBy(nodeView({ install: { state } }))).toEqual(said)
  })
})
