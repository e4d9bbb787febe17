// @vitest-environment happy-dom
import {
  addToCollection,
  createCollection,
  listOwnCollections,
  removeFromCollection,
} from '@nodeyard/contract/discovery'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, openPage, press, tick } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { AddDialog } from './add-dialog.tsx'

const { collections } = exampleOf(listOwnCollections)
const open = (nodeId: string, rules: Rule[] = []) => {
  let closed = 0
  const Component = () => <AddDialog nodeId={nodeId} onClose={() => closed++} />
  return { ...openPage({ Component }, { path: '/', as: {}, rules }), closed: () => closed }
}
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /Soft portraits/ })
const whenOpen = async () => {
  const found = await box()
  await waitFor(() => expect(found.disabled).toBe(false))
  return found
}

describe('the dialog that puts a pack into collections', () => {
  it('shows which collections have the pack, and takes it out of one', async () => {
    const { writes } = open('acme-blur')
    expect((await whenOpen()).checked).toBe(true)
    await tick(/Soft portraits/)
    await screen.findByText('Removed from Soft portraits.')
    expect(writes()[0]).toMatchObject({ route: removeFromCollection })
    expect(writes()[0]?.path).toMatch(/acme-blur$/)
  })

  it('puts the pack into a collection that lacks it', async () => {
    const { writes } = open('acme-fog')
    expect((await whenOpen()).checked).toBe(false)
    await tick(/Soft portraits/)
    await screen.findByText('Added to Soft portraits.')
    expect(writes()[0]).toMatchObject({ route: addToCollection })
  })

  it('does not change a collection that everyone sees on the site', async () => {
    const picked = { collections: collections.map((one) => ({ ...one, is_curated: true })) }
    open('acme-blur', [on(listOwnCollections, picked)])
    expect((await box()).disabled).toBe(true)
  })

  it('begins a new collection with the pack', async () => {
    const { writes } = open('acme-blur', [on(listOwnCollections, { collections: [] })])
    await fill('Title', 'Night skies')
    await press('Create')
    await waitFor(() => expect(writes()[0]?.route).toBe(createCollection))
    expect(writes()[0]?.body).toEqual({ title: 'Night skies', node_ids: ['acme-blur'] })
  })

  it('shows why a change was refused', async () => {
    open('acme-fog', [on(addToCollection, refusal(409, 'too_many_in_collection'))])
    await whenOpen()
    await tick(/Soft portraits/)
    await screen.findByRole('alert')
  })

  it('closes', async () => {
    const { closed } = open('acme-blur')
    await whenOpen()
    confirm('Close')
    expect(closed()).toBe(1)
  })
})
