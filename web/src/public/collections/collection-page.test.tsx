// @vitest-environment happy-dom
import { getCollection, listOwnCollections, planInstallation } from '@nodeyard/contract/discovery'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './collection-page.tsx'

const curated = exampleOf(getCollection)
const [first] = curated.nodes
const two = {
  ...curated,
  nodes: [
    ...curated.nodes,
    ...(first ? [{ node: { ...first.node, id: 'acme-fog', name: 'Fog' }, note: '' }] : []),
  ],
}
const open = (rules: Rule[] = [], as?: Parameters<typeof openPage>[1]['as']) =>
  openPage(page, {
    path: paths.collection,
    at: paths.collection.replace(':collectionId', curated.id),
    ...(as ? { as } : {}),
    rules,
  })

describe('the page of a collection', () => {
  it('shows its packs in order, with the notes about them', async () => {
    open([on(getCollection, two)])
    await screen.findByRole('heading', { level: 1, name: 'Soft portraits' })
    const packs = screen.getAllByRole('article').map((pack) => pack.querySelector('h2')?.textContent)
    expect(packs).toEqual(['Acme Blur', 'Fog'])
    screen.getByText('Blur last, and only a little.')
    screen.getByText('Our pick')
    screen.getByText('2 packs')
  })

  it('names the author of a collection that is not ours, and marks a private one', async () => {
    const own = { ...curated, is_curated: false, is_public: false, owner_name: 'Maya' }
    open([on(getCollection, own)])
    await screen.findByText('by Maya')
    screen.getByText('Private')
    expect(screen.queryByText('Our pick')).toBeNull()
  })

  it('plans an installation of all its packs', async () => {
    const { writes } = open([on(getCollection, two)])
    expect((await screen.findByRole('link', { name: 'Install all' })).getAttribute('href')).toBe('#plan')
    await press('Make a plan')
    await waitFor(() => expect(writes()[0]?.route).toBe(planInstallation))
    expect(writes()[0]?.body).toMatchObject({ packs: [{ node_id: 'acme-blur' }, { node_id: 'acme-fog' }] })
  })

  it('offers a comparison from two packs on, and nothing to install when it is empty', async () => {
    open([on(getCollection, two)])
    await screen.findByRole('link', { name: 'Compare' })
    open([on(getCollection, { ...curated, nodes: [] })])
    await screen.findByText('No packs yet.')
    expect(offers()).not.toContain('Install all')
    expect(offers()).not.toContain('Compare')
  })

  it('lets only its author edit it', async () => {
    const own = { ...curated, id: exampleOf(listOwnCollections).collections[0]?.id ?? '', is_curated: false }
    const at = paths.collection.replace(':collectionId', own.id)
    const rules = [on(getCollection, own)]
    openPage(page, { path: paths.collection, at, as: {}, rules })
    await screen.findByRole('link', { name: 'Edit collection' })
    const others = [...rules, on(listOwnCollections, { collections: [] })]
    const { reads } = openPage(page, { path: paths.collection, at, as: {}, rules: others })
    await waitFor(() => expect(reads(listOwnCollections)).toHaveLength(1))
    expect(screen.queryByRole('link', { name: 'Edit collection' })).toBeNull()
  })

  it('leaves our picks to admins', async () => {
    open([], { isAdmin: true })
    await screen.findByRole('link', { name: 'Edit collection' })
  })

  it('says that a collection does not exist', async () => {
    open([on(getCollection, refusal(404, 'collection_not_found'))])
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: 'Install all' })).toBeNull()
  })
})
