// @vitest-environment happy-dom
import {
  decideReplacement,
  deleteNode,
  endTransfer,
  getNode,
  listNodeReplacements,
  listPublishReports,
  listTransfers,
  offerNode,
  removeNodePicture,
  updateNode,
} from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { managePaths } from '../../ground/paths/manage-links.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as deletion from './delete-page.tsx'
import * as details from './details-page.tsx'
import * as transfer from './transfer-page.tsx'
import * as versions from './versions-page.tsx'

const node = exampleOf(getNode)
const opening =
  (page: Parameters<typeof openPage>[0], path: string) =>
  (as: Viewer, rules: Rule[] = []) =>
    openPage(page, { path, at: path.replace(':nodeId', 'acme-blur'), as, rules })
const openDetails = opening(details, managePaths.details)
const openTransfer = opening(transfer, managePaths.transfer)
const openDeletion = opening(deletion, managePaths.delete)
const openVersions = opening(versions, managePaths.versions)
const tabs = ['@acme', 'How to publish', 'Public page', 'Details', 'Versions', 'Statistics', 'Transfer']

describe('management pages of a node', () => {
  it('refuse non-members with an explanation', async () => {
    openDetails({})
    await screen.findByText('You cannot manage this pack')
    expect(screen.queryByText('Save')).toBeNull()
  })

  it('tell admins that they act as such', async () => {
    openDetails({ isAdmin: true })
    await screen.findByText('You are acting as an admin')
  })

  it('show that a node is banned, and why', async () => {
    openDetails({ role: 'owner' }, [
      on(getNode, { ...node, status: 'NodeStatusBanned', status_detail: 'Mines coins.' }),
    ])
    await screen.findByText('This pack is banned')
    screen.getByText('Mines coins.')
  })

  it('show an error when the node fails to load', async () => {
    openDetails({ role: 'owner' }, [on(getNode, refusal(404, 'node_not_found', 'There is no such node.'))])
    await screen.findByRole('alert')
  })

  it('link to each other', async () => {
    openDetails({ role: 'owner' })
    await screen.findByText('Preview')
    expect(offers().slice(0, tabs.length)).toEqual(tabs)
  })
})

describe('details of a node', () => {
  it('show the license that its page shows, where the publisher sent the name of a file', async () => {
    openDetails({ role: 'owner' }, [
      on(getNode, { ...node, license: '{"file": "LICENSE"}', license_name: 'MIT' }),
    ])
    const preview = await screen.findByLabelText('Preview')
    expect(preview.textContent).toContain('MIT')
    expect(preview.textContent).not.toContain('LICENSE')
  })

  it('can be changed by owners', async () => {
    const { writes } = openDetails({ role: 'owner' })
    await fill('Name', 'Acme Blur 2')
    await press('Save')
    await waitFor(() => expect(writes()[0]?.route).toBe(updateNode))
    expect(writes()[0]?.body).toMatchObject({ name: 'Acme Blur 2' })
  })

  it('keep an uploaded icon when a draft from before is saved', async () => {
    const icon = 'http://127.0.0.1:3000/pictures/nodes/acme-blur?v=0123abcd'
    const { writes } = openDetails({ role: 'owner' }, [
      on(getNode, { ...node, icon, uploaded_pictures: ['icon'] }),
    ])
    await fill('Name', 'Acme Blur 2')
    expect(screen.getAllByLabelText('Or its public address')).toHaveLength(1)
    await press('Save')
    await waitFor(() => expect(writes()[0]?.body).toMatchObject({ name: 'Acme Blur 2', icon }))
    await press('Remove')
    await waitFor(() => expect(writes()[1]?.route).toBe(removeNodePicture))
  })

  it('are read-only for banned owners', async () => {
    openDetails({ role: 'owner', isBanned: true })
    await screen.findByText('Owners of the publisher can change this.')
    expect(screen.queryByText('Save')).toBeNull()
  })

  it('are not sent with an invalid URL', async () => {
    const { writes } = openDetails({ role: 'owner' })
    await fill('Repository', 'my repository')
    await waitFor(() => expect(screen.getByLabelText('Repository').getAttribute('aria-invalid')).toBe('true'))
    await press('Save')
    expect(writes()).toEqual([])
  })

  it('keep the input after a refusal', async () => {
    openDetails({ role: 'owner' }, [on(updateNode, refusal(400, 'validation', 'The name is too long.'))])
    await fill('Name', 'A very long name')
    await press('Save')
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('A very long name')
  })
})

describe('versions of a node', () => {
  const [summary] = exampleOf(listPublishReports).versions
  const listOf = (...some: object[]) =>
    on(listPublishReports, { versions: some.flatMap((one) => (summary ? [{ ...summary, ...one }] : [])) })

  it.each([
    ['archive', 'Waiting for the archive'],
    ['moderators', 'Waiting for a moderator'],
    ['publisher', 'Action needed'],
  ])('show what they wait for: %s', async (waits_for, text) => {
    openVersions({ role: 'owner' }, [listOf({ waits_for })])
    await screen.findByText(text)
  })

  it('distinguish a clean scan from a missing one', async () => {
    const findings = { info: 0, low: 0, medium: 0, high: 0, critical: 0 }
    openVersions({ role: 'owner' }, [listOf({ findings, is_read: true })])
    await screen.findByText('0 findings')
    openVersions({ role: 'owner' }, [listOf({ findings, is_read: false })])
    await screen.findByText('1.2.0')
    expect(screen.queryByText('0 findings')).toBeNull()
  })

  it('link to the guide when there are none', async () => {
    openVersions({ role: 'owner' }, [listOf(), on(listNodeReplacements, { replacements: [] })])
    await screen.findByText('Nothing has been published yet.')
    expect(offers().at(-1)).toBe('How to publish')
  })
})

describe('transfer of a node', () => {
  const [transfer] = exampleOf(listTransfers)
  const offer = transfer && { ...transfer, from: 'acme', to: 'birch', nodeId: 'acme-blur' }

  it('is offered to a publisher, with or without its @', async () => {
    const { writes } = openTransfer({ role: 'owner' }, [on(listTransfers, [])])
    await fill('Id of the new publisher', '@birch')
    await press('Offer pack')
    await screen.findByText('Offer acme-blur to birch?')
    expect(writes()).toEqual([])
    confirm('Offer pack')
    await waitFor(() => expect(writes()).toMatchObject([{ route: offerNode, body: { to: 'birch' } }]))
  })

  it('shows an open offer, which can be withdrawn', async () => {
    const { writes } = openTransfer({ role: 'owner' }, [on(listTransfers, offer ? [offer] : [])])
    await screen.findByText('Offered to birch')
    expect(screen.queryByText('Offer pack')).toBeNull()
    await press('Withdraw offer')
    await waitFor(() => expect(writes()[0]?.route).toBe(endTransfer))
  })

  it('can be offered by admins, who see no offers of other publishers', async () => {
    const { reads } = openTransfer({ isAdmin: true })
    await screen.findByText('Offer pack')
    expect(reads(listTransfers)).toEqual([])
  })

  it('excludes members', async () => {
    openTransfer({ role: 'member' })
    await screen.findByText('You need to be an owner of the publisher.')
  })

  it('shows why an offer is refused and keeps the input', async () => {
    openTransfer({ role: 'owner' }, [
      on(listTransfers, []),
      on(offerNode, refusal(404, 'publisher_not_found', 'There is no such publisher.')),
    ])
    await fill('Id of the new publisher', 'birhc')
    await press('Offer pack')
    await screen.findByText('Offer acme-blur to birhc?')
    confirm('Offer pack')
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Id of the new publisher').value).toBe('birhc')
  })
})

describe('deletion of a node', () => {
  it('requires the typed id, and leaves the page', async () => {
    const { writes } = openDeletion({ role: 'owner' })
    await screen.findByText(/1 version is deleted with it/)
    await press('Delete pack')
    const button = () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')
    expect(button()?.disabled).toBe(true)
    await fill(/acme-blur/, 'acme-blur')
    confirm('Delete pack')
    await waitFor(() => expect(writes()[0]?.route).toBe(deleteNode))
    await screen.findByText('At /nodes')
  })

  it('excludes members', async () => {
    openDeletion({ role: 'member' })
    await screen.findByText('You need to be an owner of the publisher.')
  })
})

describe('renamed nodes of a pack', () => {
  it('are confirmed by an owner', async () => {
    const { writes } = openVersions({ role: 'owner' })
    await press('Confirm: AcmeBlurOld')
    await waitFor(() =>
      expect(writes().find(({ route }) => route === decideReplacement)?.body).toEqual({
        status: 'confirmed',
      }),
    )
  })

  it('are not shown when there are none', async () => {
    openVersions({ role: 'owner' }, [on(listNodeReplacements, { replacements: [] })])
    await waitFor(() => expect(offers()).toContain('Versions'))
    expect(screen.queryByText('Renamed nodes')).toBeNull()
  })
})
