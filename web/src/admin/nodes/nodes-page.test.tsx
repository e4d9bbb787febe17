// @vitest-environment happy-dom

import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { mergeNode, type Node, setSuccessor } from '@nodeyard/contract/packs'
import { listNodesForAdmins, updateNodeAsAdmin } from '@nodeyard/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './nodes-page.tsx'

const answer = exampleOf(listNodesForAdmins)
const listOf = (...nodes: Partial<Node>[]) =>
  on(listNodesForAdmins, {
    ...answer,
    nodes: nodes.flatMap((node) => answer.nodes.map((one) => ({ ...one, ...node }))),
  })
const open = (rules = [listOf({})], at: string = adminPaths.nodes) =>
  openPage(page, { path: adminPaths.nodes, at, as: { isAdmin: true }, rules })
const acts = (row: HTMLElement) => offersIn(row).filter((one) => one.includes(':'))

describe('admin list of nodes', () => {
  it("offers the actions that fit the node's status and owner", async () => {
    open([
      listOf(
        { id: 'live' },
        { id: 'bad', status: 'NodeStatusBanned' },
        { id: 'gone', status: 'NodeStatusDeleted' },
        {
          id: 'free',
          publisher: { ...answer.nodes[0]?.publisher, id: unclaimedPublisherId } as Node['publisher'],
        },
      ),
    ])
    expect((await rowsOf('Packs')).map(acts)).toEqual([
      ['Edit: live', 'Ban: live', 'Move: live', 'Unclaim: live', 'Successor: live'],
      ['Edit: bad', 'Unban: bad', 'Move: bad', 'Unclaim: bad'],
      ['Edit: gone', 'Move: gone', 'Unclaim: gone'],
      ['Edit: free', 'Ban: free', 'Move: free', 'Merge: free', 'Successor: free'],
    ])
  })

  it('shows why a node is banned', async () => {
    open([listOf({ status: 'NodeStatusBanned', status_detail: 'Mines coins.' })])
    await screen.findByText('Mines coins.')
  })

  it('shows admin tags first and the number of others', async () => {
    const tags = Array.from({ length: 8 }, (_, index) => `t${index}`)
    open([listOf({ tags, tags_admin: ['unsafe'] })])
    const [row] = await rowsOf('Packs')
    const shown = [...(row?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
    expect(shown).toEqual(['unsafe', 't0', 't1', 't2', 't3', 't4', 't5', '+2'])
  })
})

describe('address of the admin list of nodes', () => {
  it.each([
    ['?status=banned', { status: 'NodeStatusBanned' }],
    ['?publisher=acme', { publisherId: 'acme' }],
    [`?publisher=${unclaimedPublisherId}`, { publisherId: unclaimedPublisherId }],
    ['?has=ranking&sort=ranking', { has: 'ranking', sort: 'ranking' }],
    ['?status=anything&sort=anything', {}],
  ])('requests the filters of %s', async (search, query) => {
    const { reads } = open(undefined, adminPaths.nodes + search)
    await rowsOf('Packs')
    expect(reads(listNodesForAdmins)[0]?.query).toEqual({ sort: 'id', page: '1', limit: '25', ...query })
  })

  it('selects unclaimed nodes by owner instead of publisher id', async () => {
    open(undefined, `${adminPaths.nodes}?publisher=${unclaimedPublisherId}`)
    await rowsOf('Packs')
    expect(screen.getByLabelText<HTMLInputElement>('Publisher id').value).toBe('')
    expect(screen.getByLabelText<HTMLSelectElement>('Owner').selectedOptions[0]?.textContent).toBe(
      'Unclaimed',
    )
  })

  it('marks counts that stopped at the limit', async () => {
    const counts = { active: limits.countedNodes, banned: 1, deleted: 0 }
    const many = on(listNodesForAdmins, { ...answer, counts })
    open([many], `${adminPaths.nodes}?q=blur`)
    await rowsOf('Packs')
    const tabs = offersIn(screen.getByRole('navigation', { name: 'Status' }))
    expect(tabs.map((tab) => tab.endsWith('+'))).toEqual([true, true, false, false])
    open([many])
    await rowsOf('Packs')
    expect(offersIn(screen.getByRole('navigation', { name: 'Status' })).join()).not.toContain('+')
  })
})

describe('action on a node', () => {
  it('bans with a reason', async () => {
    const { writes } = open()
    await press('Ban: acme-blur')
    await fill('Reason', 'Mines coins.')
    confirm('Ban')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]).toMatchObject({
      route: updateNodeAsAdmin,
      path: '/admin/nodes/acme-blur',
      body: { status: 'NodeStatusBanned', status_detail: 'Mines coins.' },
    })
  })

  it('merges an unclaimed duplicate into another node', async () => {
    const publisher = { ...answer.nodes[0]?.publisher, id: unclaimedPublisherId } as Node['publisher']
    const { writes } = open([listOf({ id: 'free', publisher })])
    await press('Merge: free')
    await fill('Id of the other pack', ' kept ')
    await fill('Reason', 'The same repository.')
    confirm('Merge')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]).toMatchObject({
      route: mergeNode,
      path: '/admin/nodes/free/merge',
      body: { into: 'kept', reason: 'The same repository.' },
    })
  })

  it('recommends no successor when the field is empty', async () => {
    const { writes } = open([listOf({ id: 'old', successor: 'kept' })])
    await press('Successor: old')
    await fill('Id of the other pack', '')
    confirm('Save')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]).toMatchObject({ route: setSuccessor, path: '/admin/nodes/old/successor', body: {} })
  })

  it('requires a reason for a ban', async () => {
    const { writes } = open()
    await press('Ban: acme-blur')
    confirm('Ban')
    await waitFor(() => expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
    expect(writes()).toEqual([])
  })

  it('requires a publisher for a transfer', async () => {
    const { writes } = open()
    await press('Move: acme-blur')
    confirm('Move')
    await screen.findByText(/Choose a publisher/)
    expect(writes()).toEqual([])
  })

  it('makes a node unclaimed', async () => {
    const { writes } = open()
    await press('Unclaim: acme-blur')
    confirm('Unclaim')
    await waitFor(() => expect(writes()[0]?.body).toEqual({ publisher: { id: unclaimedPublisherId } }))
  })

  it('keeps the input after a refusal', async () => {
    open([listOf({}), on(updateNodeAsAdmin, refusal(409, 'conflict', 'Somebody else changed it.'))])
    await press('Ban: acme-blur')
    await fill('Reason', 'Mines coins.')
    confirm('Ban')
    await screen.findByText(/Somebody else changed it\./)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Mines coins.')
  })
})
