// @vitest-environment happy-dom
import * as contract from '@nodeyard/contract/discovery'
import { collectionsOfExamples } from '@nodeyard/contract/examples'
import { getNode } from '@nodeyard/contract/packs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AddDialog } from '../../account/collections/add-dialog.tsx'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, refusal } from '../../ground/site/registry.test-support.ts'
import * as collectionPage from '../../public/collections/collection-page.tsx'
import * as listPage from '../../public/collections/collections-page.tsx'
import * as editPage from './edit-page.tsx'

const id = collectionsOfExamples.own
const own = { ...exampleOf(contract.getCollection), id, is_curated: false }
const shown = on(contract.getCollection, own)
const at = `/collections/${id}`

describe('the page of a collection', () => {
  it('shows its packs in order, with notes', async () => {
    const curated = exampleOf(contract.getCollection)
    openPage(collectionPage, { path: paths.collection, at })
    await screen.findByRole('heading', { name: curated.title })
    const [first] = screen.getAllByRole('article')
    if (!first) throw new Error('there is one pack')
    within(first).getByText('Blur last, and only a little.')
    expect(within(first).getByRole('link', { name: 'Acme Blur' }).getAttribute('href')).toBe(
      '/nodes/acme-blur',
    )
  })

  it('offers the form to its author only', async () => {
    openPage(collectionPage, { path: paths.collection, at, as: {}, rules: [shown] })
    await screen.findByRole('link', { name: 'Edit collection' })
  })

  it('says that a missing collection may be private', async () => {
    const rules = [on(contract.getCollection, refusal(404, 'collection_not_found'))]
    openPage(collectionPage, { path: paths.collection, at, rules })
    await screen.findByText(/may be private/)
  })
})

describe('the list of collections', () => {
  it('shows curated ones to everyone', async () => {
    openPage(listPage, { path: paths.collections })
    await screen.findByRole('link', { name: 'Soft portraits' })
    expect(screen.queryByText('Your collections')).toBeNull()
  })
})

describe('the form of a collection', () => {
  const openForm = () =>
    openPage(editPage, { path: memberPaths.editCollection, at: `${at}/edit`, as: {}, rules: [shown] })

  it('saves texts, notes and order at once', async () => {
    const { writes } = openForm()
    await fill('Note about Acme Blur', 'At the end.')
    await press('Save')
    await waitFor(() => expect(writes()[0]?.route).toBe(contract.updateCollection))
    expect(writes()[0]?.body).toEqual({
      title: own.title,
      description: own.description,
      is_public: true,
      nodes: [{ node_id: 'acme-blur', note: 'At the end.' }],
    })
  })

  it('adds a pack by its name', async () => {
    const { reads } = openForm()
    await press('Remove Acme Blur')
    await fill('Name or id of a pack', 'Acme Blur')
    await press('Add')
    await screen.findByLabelText('Note about Acme Blur')
    expect(reads(getNode).map(({ path }) => path)).toEqual(['/nodes/acme-blur'])
  })

  it('removes a pack', async () => {
    const { writes } = openForm()
    await press('Remove Acme Blur')
    await press('Save')
    await waitFor(() => expect(writes()[0]?.body).toMatchObject({ nodes: [] }))
  })

  it('deletes the collection after a question', async () => {
    const { writes } = openForm()
    await press('Delete collection')
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByRole('button', { name: 'Delete collection' }).click()
    await waitFor(() => expect(writes()[0]?.route).toBe(contract.deleteCollection))
  })
})

describe('adding a pack to collections', () => {
  it('ticks those that have it, and removes it', async () => {
    const Component = () => <AddDialog nodeId="acme-blur" onClose={() => {}} />
    const { writes } = openPage({ Component }, { path: '/', as: {} })
    const box = await screen.findByRole<HTMLInputElement>('checkbox')
    await waitFor(() => expect(box.disabled).toBe(false))
    expect(box.checked).toBe(true)
    box.click()
    await waitFor(() => expect(writes()[0]?.route).toBe(contract.removeFromCollection))
  })

  it('creates a collection with it', async () => {
    const Component = () => <AddDialog nodeId="acme-blur" onClose={() => {}} />
    const { writes } = openPage({ Component }, { path: '/', as: {} })
    await fill('Title', 'Faces')
    await press('Create')
    await waitFor(() => expect(writes()[0]?.body).toEqual({ title: 'Faces', node_ids: ['acme-blur'] }))
  })
})
