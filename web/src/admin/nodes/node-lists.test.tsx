// @vitest-environment happy-dom

import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { listNodes, type Node, searchNodes, updateNode } from '@nodeyard/contract/packs'
import {
  copyCompatibility,
  createUnclaimedNode,
  listCompatibility,
  listNodesForAdmins,
  listPublishersForAdmins,
  moderateVersion,
  readProjectPublisher,
  updateNodeAsAdmin,
  type VersionCompatibility,
} from '@nodeyard/contract/safety'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  confirm,
  fill,
  offers,
  offersIn,
  openPage,
  press,
  rowsOf,
} from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as addPage from './add-unclaimed-page.tsx'
import * as unclaimedPage from './claim-nodes-page.tsx'
import * as compatibilityPage from './compatibility-page.tsx'
import * as preemptedPage from './preempted-names-page.tsx'
import * as rankingPage from './search-ranking-page.tsx'

const nodes = exampleOf(listNodesForAdmins)
const listOf = (...some: Partial<Node>[]) =>
  on(listNodesForAdmins, {
    ...nodes,
    nodes: some.flatMap((one) => nodes.nodes.map((node) => ({ ...node, ...one }))),
  })
const opening =
  (page: Parameters<typeof openPage>[0], path: string) =>
  (rules: Rule[] = [], search = '') =>
    openPage(page, { path, at: path + search, as: { isAdmin: true }, rules })
const dialogButton = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
    ({ textContent }) => textContent === name,
  )

describe('list of ranked nodes', () => {
  const open = opening(rankingPage, adminPaths.ranking)

  it('shows the rank of each node and sorts by it when filtered', async () => {
    const { reads } = open([listOf({ id: 'a', search_ranking: 2 }, { id: 'b' })])
    const ranks = (await rowsOf('Packs')).map((row) => row.querySelectorAll('td')[2]?.textContent)
    expect(ranks).toEqual(['Ranking2', 'RankingN/A'])
    fireEvent.change(screen.getByRole('combobox', { name: 'Packs' }), { target: { value: '1' } })
    await waitFor(() =>
      expect(reads(listNodesForAdmins).at(-1)?.query).toMatchObject({ has: 'ranking', sort: 'ranking' }),
    )
    expect(reads(listNodesForAdmins)[0]?.query).toMatchObject({
      sort: 'downloads',
      status: 'NodeStatusActive',
    })
  })

  it('accepts whole numbers from 1 to 10 only', async () => {
    const { writes } = open()
    await press('Edit: acme-blur')
    await fill('Ranking', '11')
    expect(dialogButton('Save')?.disabled).toBe(true)
    await fill('Ranking', '3')
    confirm('Save')
    await waitFor(() => expect(writes()).toMatchObject([{ route: updateNode, body: { search_ranking: 3 } }]))
  })
})

describe('list of preempted names', () => {
  const open = opening(preemptedPage, adminPaths.preempted)

  it('shows the first names of each node and the number of others', async () => {
    open([listOf({ preempted_comfy_node_names: ['A', 'B', 'C', 'D'] }, { id: 'none' })])
    const names = (await rowsOf('Packs')).map((row) => row.querySelectorAll('td')[2]?.textContent)
    expect(names).toEqual(['Preempted namesABC+1', 'Preempted names–'])
  })

  it('adds a name only once', async () => {
    const { writes } = open([listOf({ preempted_comfy_node_names: ['Blur'] })])
    await press('Edit: acme-blur')
    await fill('Add a name', 'Blur')
    await screen.findByText('This name is already in the list.')
    await fill('Add a name', 'Sharpen')
    confirm('Add')
    confirm('Save')
    await waitFor(() =>
      expect(writes()[0]?.body).toEqual({ preempted_comfy_node_names: ['Blur', 'Sharpen'] }),
    )
  })

  it('shows the number of nodes', async () => {
    open([on(listNodesForAdmins, { ...nodes, total: 1200 })])
    await screen.findByText('1,200 packs')
  })
})

describe('unclaimed nodes', () => {
  const open = opening(unclaimedPage, adminPaths.unclaimed)
  const publishers = exampleOf(listPublishersForAdmins)

  it('come from the unclaimed publisher', async () => {
    const { reads } = open([], '?q=blur')
    await screen.findByText('Acme Blur')
    expect(reads(listNodesForAdmins)[0]?.query).toMatchObject({
      publisherId: unclaimedPublisherId,
      search: 'blur',
    })
  })

  it('distinguish an empty list from a filter without matches', async () => {
    open([listOf()])
    await screen.findByText('There are no unclaimed packs.')
    open([listOf()], '?q=zzz')
    await screen.findByText('No matching packs.')
  })

  it('show an error when loading fails', async () => {
    open([on(listNodesForAdmins, refusal(404, 'x'))])
    await screen.findByRole('alert')
  })

  const assign = async (found: string | undefined) => {
    const opened = open([
      on(listPublishersForAdmins, publishers),
      on(readProjectPublisher, { repository: 'acme/acme-blur', ...(found ? { publisherId: found } : {}) }),
    ])
    await press('Assign: acme-blur')
    expect(dialogButton('Claim')?.disabled).toBe(true)
    await fill('Find a publisher', 'acme')
    ;(await screen.findByLabelText(/Acme Studio/)).click()
    await waitFor(() => expect(dialogButton('Verify publisher id')?.disabled).toBe(false))
    confirm('Verify publisher id')
    return opened
  }

  it('are assigned to the publisher that their repository names', async () => {
    const { writes } = await assign('acme')
    await screen.findByText('The project file of acme/acme-blur names acme.')
    confirm('Claim')
    await waitFor(() =>
      expect(writes()).toMatchObject([{ route: updateNodeAsAdmin, body: { publisher: { id: 'acme' } } }]),
    )
  })

  it.each([
    ['birch', /names another publisher: birch/],
    [undefined, /does not name a publisher/],
  ])('stay unassigned when the repository names %s', async (found, text) => {
    const { writes } = await assign(found)
    await screen.findByText(text)
    expect(dialogButton('Claim')?.disabled).toBe(true)
    expect(writes()).toEqual([])
  })
})

describe('form for an unclaimed node', () => {
  const open = opening(addPage, adminPaths.addUnclaimed)
  const none = { ...exampleOf(listNodes), nodes: [] }
  const nobody = { ...exampleOf(searchNodes), nodes: [] }
  const free = [on(listNodes, none), on(searchNodes, nobody)]
  const fillAll = async (id: string, repository = 'https://code.test/a/b') => {
    await fill('Pack id', id)
    for (const label of ['Name', 'Description', 'Category', 'Author', 'License']) await fill(label, 'Blur')
    await fill('Repository', repository)
  }

  it('adds the node and links to its page', async () => {
    const { writes } = open(free)
    await fillAll('new-blur')
    await press('Add pack')
    await screen.findByText('Go to its page')
    expect(writes()).toMatchObject([{ route: createUnclaimedNode, body: { id: 'new-blur' } }])
    expect(screen.getByLabelText<HTMLInputElement>('Pack id').value).toBe('')
  })

  it.each([
    ['-blur', 'https://code.test/a/b', /A pack id starts and ends with/],
    ['blur', 'code.test', /The address must start with/],
  ])('rejects the id %s with the repository %s', async (id, repository, text) => {
    const { writes } = open(free)
    await fillAll(id, repository)
    await screen.findByText(text)
    await press('Add pack')
    expect(writes()).toEqual([])
  })

  it('reports a taken id and similar nodes', async () => {
    open()
    await fill('Pack id', 'acme-blur')
    await screen.findByText('A pack with this id already exists: acme-blur.', {}, { timeout: 3000 })
    await fill('Name', 'Acme Blur')
    await screen.findByText(/There are similar packs/, {}, { timeout: 3000 })
  })
})

describe('compatibility of versions', () => {
  const open = opening(compatibilityPage, adminPaths.compatibility)
  const answer = exampleOf(listCompatibility)
  const versionsOf = (...some: Partial<VersionCompatibility>[]) =>
    on(listCompatibility, {
      ...answer,
      versions: some.flatMap((one) => answer.versions.map((version) => ({ ...version, ...one }))),
    })

  it.each([
    ['?q=acme-blur', { nodeId: 'acme-blur' }],
    ['?q=acme-blur@1.2.0', { nodeId: 'acme-blur', version: '1.2.0' }],
    ['?status=Banned', { statuses: 'NodeVersionStatusBanned' }],
    ['?outdated=1', { outdated: 'true' }],
  ])('requests the filters of %s', async (search, query) => {
    const { reads } = open([], search)
    await rowsOf('Versions')
    expect(reads(listCompatibility)[0]?.query).toEqual({ page: '1', limit: '100', ...query })
  })

  it('offers to copy only differing values to the node', async () => {
    open([versionsOf({ version: '2.0.0', isOutdated: true }, { version: '1.0.0' })])
    const acts = (await rowsOf('Versions')).map((row) => offersIn(row).slice(1))
    expect(acts).toEqual([
      ['Copy to pack: acme-blur@2.0.0', 'Edit: acme-blur@2.0.0'],
      ['Edit: acme-blur@1.0.0'],
    ])
  })

  it('copies at once and shows errors', async () => {
    const { writes } = open([
      versionsOf({ isOutdated: true }),
      on(copyCompatibility, refusal(404, 'x', 'It is gone.')),
    ])
    await press('Copy to pack: acme-blur@1.2.0')
    await screen.findByRole('alert')
    expect(writes()[0]?.route).toBe(copyCompatibility)
  })

  it('opens the form of the version in the address', async () => {
    open([], '?editing=acme-blur@1.2.0')
    await waitFor(() => expect(document.querySelector('dialog')).toBeTruthy())
  })

  it('saves sorted lists and changed values only', async () => {
    const { writes } = open([], '?editing=acme-blur@1.2.0')
    await waitFor(() => expect(dialogButton('Save')?.disabled).toBe(true))
    await fill('Operating systems', 'Windows\n\nLinux\nLinux')
    confirm('Save')
    await waitFor(() => expect(writes()[0]?.route).toBe(moderateVersion))
    expect(writes()[0]?.body).toMatchObject({ supported_os: ['Linux', 'Windows'] })
    expect(offers()).toContain('Clear')
  })
})
