// @vitest-environment happy-dom

import type { ResponseOf } from '@nodeyard/contract/ground'
import { getNodeVersion, listPublisherNodesPaged, listTransfers } from '@nodeyard/contract/packs'
import {
  acceptInvitation,
  createPublisher,
  declineInvitation,
  listOwnPublishers,
  showInvitation,
  validatePublisherId,
} from '@nodeyard/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as create from './create-page.tsx'
import * as invitation from './invitation-page.tsx'
import * as page from './own-nodes-page.tsx'

type Listed = ResponseOf<typeof listPublisherNodesPaged>
const listed = exampleOf(listPublisherNodesPaged)
const nodesOf = (some: Partial<Listed['nodes'][number]>): Rule =>
  on(listPublisherNodesPaged, { ...listed, nodes: listed.nodes.map((one) => ({ ...one, ...some })) })
const open = (as: Viewer, rules: Rule[] = [], at: string = paths.ownNodes) =>
  openPage(page, { path: paths.ownNodes, at, as, rules: [...rules, on(listTransfers, [])] })
const newest = {
  version: '2.0.0',
  status: 'NodeVersionStatusPending',
  createdAt: '2026-05-01T00:00:00Z',
} as const

describe('own nodes page', () => {
  it('shows the first steps to a user without a publisher', async () => {
    open({})
    await screen.findByText(/You have no publisher yet/)
    expect(offers()).toEqual(['How to publish', 'Create a publisher'])
  })

  it('offers banned users no new publisher', async () => {
    open({ isBanned: true })
    await screen.findByText(/You have no publisher yet/)
    expect(offers()).toEqual(['How to publish'])
  })

  it('links to the management of each publisher and node', async () => {
    open({ role: 'member' })
    await screen.findByText('Acme Blur')
    expect(offers()).toEqual([
      ...['How to publish', 'Create a publisher', 'Acme Studio', 'Manage acme'],
      ...['Acme Blur', 'Manage acme-blur'],
    ])
  })

  it('distinguishes the newest version from the installable one', async () => {
    open({ role: 'owner' }, [
      nodesOf({ newest_version: newest, latest_version: { ...exampleOf(getNodeVersion), version: '1.0.0' } }),
    ])
    await screen.findByText('Until then, installs get 1.0.0')
    open({ role: 'owner' }, [nodesOf({ newest_version: newest })])
    await screen.findByText(/v2\.0\.0/)
  })
})

/** Registry whose pages hold two packs, in the order given. */
const inPagesOfTwo = (nodes: Listed['nodes']): Rule =>
  on(listPublisherNodesPaged, ({ query }) => {
    const page = Number(query['page'] ?? 1)
    const shown = nodes.slice(2 * page - 2, 2 * page)
    return { nodes: shown, total: nodes.length, page, limit: 2, totalPages: Math.ceil(nodes.length / 2) }
  })
const packs = (...some: Partial<Listed['nodes'][number]>[]) =>
  some.flatMap((one) => listed.nodes.slice(0, 1).map((node) => ({ ...node, ...one })))
const released = (createdAt: string, status: 'Active' | 'Flagged' = 'Active') => ({
  newest_version: { version: '1.0.0', status: `NodeVersionStatus${status}` as const, createdAt },
})
const namesShown = () =>
  offers()
    .filter((name) => name.startsWith('Manage ') && name !== 'Manage acme')
    .map((name) => name.slice('Manage '.length))

describe('order of own nodes', () => {
  it('starts with held and banned packs, then lists the last updated first', async () => {
    const some = packs(
      { id: 'older', ...released('2026-01-01T00:00:00Z') },
      { id: 'newer', ...released('2026-03-01T00:00:00Z') },
      { id: 'empty', created_at: '2026-02-01T00:00:00Z' },
      { id: 'banned', status: 'NodeStatusBanned', ...released('2024-01-01T00:00:00Z') },
      { id: 'held', ...released('2025-01-01T00:00:00Z', 'Flagged') },
    )
    open({ role: 'owner' }, [inPagesOfTwo(some)])
    await screen.findByText('held')
    expect(namesShown()).toEqual(['held', 'banned', 'newer', 'empty', 'older'])
    expect(screen.queryByLabelText('Filter by name or id')).toBeNull()
  })

  it('offers a filter for more than ten packs, which covers all pages', async () => {
    const some = packs(...Array.from({ length: 14 }, (_, at) => ({ id: `pack-${at}`, name: `Number ${at}` })))
    open({ role: 'owner' }, [inPagesOfTwo(some)], `${paths.ownNodes}?publisher=acme&page=2`)
    await screen.findByText('Number 13')
    expect(namesShown()).toEqual(['pack-12', 'pack-13'])
    await fill('Filter by name or id', 'NUMBER 1')
    expect(namesShown()).toEqual(['pack-1', 'pack-10', 'pack-11', 'pack-12', 'pack-13'])
    await fill('Filter by name or id', 'ack-3')
    expect(namesShown()).toEqual(['pack-3'])
    await fill('Filter by name or id', 'none')
    await screen.findByText('0 packs')
    expect(namesShown()).toEqual([])
  })
})

describe('states on the own nodes page', () => {
  it('show why a node is banned', async () => {
    open({ role: 'owner' }, [nodesOf({ status: 'NodeStatusBanned', status_detail: 'Mines coins.' })])
    await screen.findByText('Mines coins.')
    screen.getByText(/Moderators took this pack down/)
  })

  it('list offers to a publisher, but not its own offers', async () => {
    const [transfer] = exampleOf(listTransfers)
    if (!transfer) throw new Error('the contract has no example of a transfer')
    openPage(page, {
      path: paths.ownNodes,
      as: { role: 'owner' },
      rules: [on(listTransfers, [transfer, { ...transfer, id: 'x', from: 'acme', to: 'birch' }])],
    })
    await screen.findByText('1 pack is offered to this publisher')
  })

  it('link to the guide before the first node, and explain an empty later page', async () => {
    const none = on(listPublisherNodesPaged, { ...listed, nodes: [], total: 0 })
    open({ role: 'owner' }, [none])
    await screen.findByText(/No packs yet/)
    open({ role: 'owner' }, [none], `${paths.ownNodes}?publisher=acme&page=4`)
    await screen.findByText('This page is empty.')
  })

  it('show an error when publishers fail to load, and retry', async () => {
    let isBroken = true
    open({}, [on(listOwnPublishers, () => (isBroken ? refusal(404, 'not_found') : []))])
    await screen.findByRole('alert')
    isBroken = false
    await press('Try again')
    await screen.findByText(/You have no publisher yet/)
  })
})

describe('invitation', () => {
  const shown = exampleOf(showInvitation)
  const openIt = (rules: Rule[] = [], as: Viewer = {}, hash = '#s3cr-et_') => {
    location.hash = hash
    return openPage(invitation, { path: memberPaths.invitation, as, rules })
  }
  afterEach(() => {
    location.hash = ''
  })

  it('is accepted with one press, and opens the publisher', async () => {
    const { writes } = openIt()
    await press('Accept')
    await waitFor(() => expect(writes().map(({ route }) => route)).toContain(acceptInvitation))
    await screen.findByText(/^At \/publishers\/.*\/manage$/)
  })

  it.each(['#s3cr-et_', '#secret=s3cr-et_', '#secret%3Ds3cr-et_'])('opens from the link %s', async (hash) => {
    const { writes } = openIt([], {}, hash)
    await screen.findByText('Accept')
    expect(writes().map(({ body }) => body)).toEqual([{ secret: 's3cr-et_' }])
  })

  it('is declined without another change', async () => {
    const { writes } = openIt()
    await press('Decline')
    await screen.findByText('Invitation declined. The rest is unchanged.')
    expect(writes().map(({ route }) => route)).toEqual([showInvitation, declineInvitation])
  })

  it('names its recipient when another user opens it', async () => {
    openIt([on(showInvitation, { ...shown, email: 'kim@example.test' })])
    await screen.findByText('This invitation was sent to kim@example.test')
    openIt([on(showInvitation, { ...shown, email: 'ADA@example.test' })])
    await screen.findByText('Accept')
    expect(screen.queryByText(/This invitation was sent to/)).toBeNull()
  })

  it('cannot be accepted by banned users', async () => {
    openIt([], { isBanned: true })
    await screen.findByText(/Open until/)
    expect(screen.queryByText('Accept')).toBeNull()
  })

  it('shows when it has expired', async () => {
    openIt([on(showInvitation, refusal(404, 'invitation_not_found', 'There is no such invitation.'))])
    await screen.findByRole('alert')
  })
})

describe('form for a new publisher', () => {
  const openIt = (rules: Rule[] = []) => openPage(create, { path: paths.createPublisher, as: {}, rules })

  it('creates a publisher with a free id', async () => {
    const { writes } = openIt()
    await fill('Publisher id', 'acme-two')
    await screen.findByText('This id is available.')
    await press('Create')
    await waitFor(() => expect(writes()[0]?.route).toBe(createPublisher))
  })

  it('explains an invalid id before sending it', async () => {
    const { writes } = openIt([
      on(validatePublisherId, refusal(400, 'publisher_id_taken', 'This id is taken.')),
    ])
    await fill('Publisher id', 'acme')
    await waitFor(() =>
      expect(screen.getByLabelText('Publisher id').getAttribute('aria-invalid')).toBe('true'),
    )
    await press('Create')
    expect(writes()).toEqual([])
  })
})
