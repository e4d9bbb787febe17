// @vitest-environment happy-dom

import { type InstallState, installStates, unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  type Capability,
  getNode,
  getNodeVersion,
  listNodeVersions,
  listPublisherNodesPaged,
  listVersionComfyNodes,
  type NodeVersion,
} from '@nodeyard/contract/packs'
import { listAdvisories } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { offers, openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './node-page.tsx'
import * as versionPage from './version-page.tsx'
import * as versionsPage from './versions-page.tsx'

const node = exampleOf(getNode)
const version = exampleOf(getNodeVersion)
const open = (rules: Rule[] = [], as?: Viewer) =>
  openPage(page, { path: paths.node, at: '/nodes/acme-blur', rules, ...(as ? { as } : {}) })
const openVersion = (some: Partial<typeof version>, rules: Rule[] = []) =>
  openPage(versionPage, {
    ...{ path: paths.version, at: '/nodes/acme-blur/versions/1.2.0' },
    rules: [on(getNodeVersion, { ...version, ...some }), ...rules],
  })
const heading = () => screen.findByRole('heading', { level: 1 })
const unclaimed = { ...node, publisher: { ...node.publisher, id: unclaimedPublisherId } }

describe('node page', () => {
  it.each(installStates)(
    'explains how to install, or why not, in the state %s',
    async (state: InstallState) => {
      open([on(getNode, { ...node, install: { state, clone: 'https://code.test/acme/blur' } })])
      await heading()
      const text = document.querySelector('main')?.textContent ?? ''
      const ways = ['nodeyard.tgz install', 'git clone', 'It is not offered at the moment'].filter((way) =>
        text.includes(way),
      )
      const expected = {
        ...{ installable: 'nodeyard.tgz install', deprecated: 'nodeyard.tgz install' },
        ...{ unclaimed: 'git clone', no_version: 'git clone' },
      } as Partial<Record<InstallState, string>>
      expect(ways).toEqual([expected[state] ?? 'It is not offered at the moment'])
    },
  )

  it.each([
    ['an anonymous reader', undefined, []],
    ['a stranger', {}, []],
    ['a member', { role: 'member' }, []],
    ['an owner', { role: 'owner' }, ['Manage']],
    ['an admin', { isAdmin: true }, ['Manage (admin)']],
  ] as const)('offers %s the allowed management links', async (_who, viewer, expected) => {
    open([], viewer)
    await heading()
    await waitFor(() => expect(offers().filter((one) => /^Manage( |$)/.test(one))).toEqual(expected))
  })

  it('offers a claim for unclaimed nodes only', async () => {
    open([on(getNode, unclaimed)])
    await heading()
    expect(offers().some((one) => one.includes('Claim this pack'))).toBe(true)
    open()
    await heading()
    expect(offers().some((one) => one.includes('Claim this pack'))).toBe(false)
  })

  it('shows no systems for an imported node', async () => {
    open([on(getNode, unclaimed)])
    await heading()
    expect(screen.queryByText('Operating systems')).toBeNull()
  })
})

describe('notices and sections of a node page', () => {
  it('warn about advisories before the install instructions', async () => {
    const [advisory] = exampleOf(listAdvisories).advisories
    open([on(listAdvisories, { ...exampleOf(listAdvisories), advisories: advisory ? [advisory] : [] })])
    await screen.findByText(/^Advisory: Sends pictures to a stranger/)
  })

  it('warn when the latest version has lost its provenance', async () => {
    open([on(getNode, { ...node, provenance_last_seen: '1.1.0' })])
    await screen.findByText('It is not confirmed where this version was built')
  })

  it('list other nodes of the publisher', async () => {
    const { nodes, ...envelope } = exampleOf(listPublisherNodesPaged)
    const [own] = nodes
    const other = own && { ...own, id: 'acme-warp', name: 'Acme Warp' }
    open([on(listPublisherNodesPaged, { ...envelope, nodes: own && other ? [own, other] : [] })])
    await screen.findByRole('link', { name: 'Acme Warp' })
    expect(screen.queryByRole('link', { name: 'Acme Blur' })).toBeNull()
  })

  it('survive errors in optional sections', async () => {
    open([
      on(listNodeVersions, refusal(404, 'node_not_found')),
      on(listPublisherNodesPaged, refusal(404, 'x')),
    ])
    await screen.findByText(/Error|Acme Blur/)
  })

  it('show an error page when the node does not exist', async () => {
    open([on(getNode, refusal(404, 'node_not_found', 'Pack not found.'))])
    await heading()
    expect(document.body.textContent).toContain('404')
  })
})

describe('version page', () => {
  it.each([
    ['pending', { status: 'NodeVersionStatusPending' }, 'This version is still being checked'],
    ['flagged', { status: 'NodeVersionStatusFlagged' }, 'This version is held for review'],
    ['banned', { status: 'NodeVersionStatusBanned' }, 'This version is banned and cannot be installed'],
    ['deprecated', { deprecated: true }, 'This version is deprecated'],
    ['yanked', { yankedAt: '2026-05-02T00:00:00Z' }, 'This version was yanked on May 2, 2026'],
  ] as const satisfies [string, Partial<NodeVersion>, string][])(
    'shows that the version is %s',
    async (_name, some, text) => {
      openVersion(some)
      await screen.findByText(text)
    },
  )

  it('quotes the reasons of a ban, a yank and a deprecation', async () => {
    openVersion({
      ...{ deprecated: true, deprecationMessage: 'Use 2.0.0.' },
      ...{ yankedAt: '2026-05-02T00:00:00Z', yankReason: 'It crashes.' },
    })
    await screen.findByText('Use 2.0.0.')
    screen.getByText('It crashes.')
  })

  it('links to the latest version from other ones', async () => {
    openVersion({ version: '1.1.0' })
    await screen.findByText('The latest listed version is 1.2.0.')
    openVersion({})
    await heading()
    expect(screen.queryByText(/The latest listed version/)).toBeNull()
  })

  it('shows gained and lost capabilities', async () => {
    const capability: Capability = { kind: 'network', subject: 'api.test', evidence: [] }
    openVersion({
      capabilities: [capability],
      capability_changes: { since: '1.1.0', gained: [capability], lost: [] },
    })
    await screen.findByText('New since 1.1.0')
    screen.getByText('api.test')
  })

  it('shows the checks of a pending version', async () => {
    openVersion({
      status: 'NodeVersionStatusPending',
      pipeline: [{ step: 'scanned', state: 'running', attempts: 1 }],
    } as Partial<typeof version>)
    await screen.findByText('This version is still being checked')
  })

  it.each([
    ['pending', 'The nodes of this version are still being read.'],
    ['failed', /could not be read from its source code/],
  ] as const)('shows that the comfy-nodes are %s', async (comfy_node_extract_status, text) => {
    const none = on(listVersionComfyNodes, { ...exampleOf(listVersionComfyNodes), comfy_nodes: [] })
    openVersion({ comfy_node_extract_status }, [none])
    await screen.findByText(text)
  })
})

describe('list of versions', () => {
  const openList = (versions: Partial<NodeVersion>[]) =>
    openPage(versionsPage, {
      ...{ path: paths.versions, at: '/nodes/acme-blur/versions' },
      rules: [
        on(
          listNodeVersions,
          versions.map((some) => ({ ...version, ...some })),
        ),
      ],
    })

  it('marks unusual versions', async () => {
    openList([
      { version: '3.0.0', status: 'NodeVersionStatusFlagged' },
      { version: '2.0.0', yankedAt: '2026-05-02T00:00:00Z' },
      { version: '1.0.0', deprecated: true },
    ])
    await screen.findByText('3.0.0')
    const rows = [...document.querySelectorAll('main li')].map(({ textContent }) => textContent ?? '')
    expect(rows.map((row) => /review|flagged/i.test(row))).toEqual([true, false, false])
    expect(rows.map((row) => /yanked/i.test(row))).toEqual([false, true, false])
    expect(rows.map((row) => /deprecated/i.test(row))).toEqual([false, false, true])
  })

  it('shows when nothing has been published', async () => {
    openList([])
    await screen.findByText('No version has been published yet.')
  })
})
