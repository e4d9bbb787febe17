// @vitest-environment happy-dom
import { listCollisions, type NameClaim } from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './collisions-page.tsx'

const claim = (some: Partial<NameClaim>): NameClaim => ({
  ...{
    node_id: 'blur',
    name: 'Blur',
    publisher_id: 'acme',
    since: '2026-05-01T00:00:00Z',
    preempts: false,
    downloads: 3,
  },
  ...some,
})
const colliding = (total: number, ...claims: Partial<NameClaim>[]) =>
  on(listCollisions, {
    ...exampleOf(listCollisions),
    collisions: [{ comfy_node_name: 'Blur', total, claims: claims.map(claim) }],
  })
const open = (rules = [colliding(1, {})], at: string = adminPaths.collisions) =>
  openPage(page, { path: adminPaths.collisions, at, as: { isAdmin: true }, rules })

describe('list of colliding names', () => {
  it('lists the nodes that claim a name and marks the preempting one', async () => {
    open([colliding(2, { node_id: 'a', preempts: true }, { node_id: 'b', version: '1.0.0' })])
    const [row] = await rowsOf('Name collisions')
    const claims = [...(row?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent ?? '')
    expect(claims.map((text) => /Assigned by moderators/.test(text))).toEqual([true, false])
    expect(claims[1]).toContain('1.0.0')
  })

  it('shows the number of other claims', async () => {
    open([colliding(5, { node_id: 'a' }, { node_id: 'b' })])
    const [row] = await rowsOf('Name collisions')
    expect([...(row?.querySelectorAll('li') ?? [])].at(-1)?.textContent).toContain('3')
  })

  it('links to the page that decides about the name', async () => {
    open()
    const link = await screen.findByText<HTMLAnchorElement>('Assign names')
    expect(link.getAttribute('href')).toBe('/admin/preempted-comfy-node-names?q=blur')
  })

  it('filters for undecided names', async () => {
    const { reads } = open(undefined, `${adminPaths.collisions}?name=Blur&node=blur`)
    await press('Only undecided')
    await waitFor(() =>
      expect(reads(listCollisions).at(-1)?.query).toEqual({
        ...{ name: 'Blur', node_id: 'blur', undecided: 'true' },
        ...{ page: '1', limit: '30' },
      }),
    )
  })

  it('shows when no names collide', async () => {
    open([on(listCollisions, { ...exampleOf(listCollisions), collisions: [] })])
    await screen.findByText('No collisions.')
  })
})
