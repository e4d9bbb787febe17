// @vitest-environment happy-dom
import { createCollection, listCollections, listOwnCollections } from '@nodeyard/contract/discovery'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import * as page from './collections-page.tsx'

const open = (rules: Rule[] = [], as?: Parameters<typeof openPage>[1]['as']) =>
  openPage(page, { path: paths.collections, ...(as ? { as } : {}), rules })
const none = on(listOwnCollections, { collections: [] })

describe('the page of all collections', () => {
  it('shows our picks, and leads visitors who want their own to the sign-in', async () => {
    open()
    const link = await screen.findByRole('link', { name: 'Soft portraits' })
    expect(link.getAttribute('href')).toContain('/collections/')
    const wish = screen.getByRole('link', { name: 'New collection' })
    expect(wish.getAttribute('href')).toContain('/login')
    expect(screen.queryByText('Your collections')).toBeNull()
  })

  it('says so when nothing has been picked', async () => {
    open([on(listCollections, { ...exampleOf(listCollections), collections: [] })])
    await screen.findByText('Nothing has been picked yet.')
  })

  it('asks for the page in the address, and links the others', async () => {
    const answer = { ...exampleOf(listCollections), total: 60, page: 2, totalPages: 3 }
    const { reads } = openPage(page, {
      path: paths.collections,
      at: `${paths.collections}?page=2`,
      rules: [on(listCollections, answer)],
    })
    await screen.findByRole('navigation', { name: 'Pages of collections' })
    expect(reads(listCollections)[0]?.query).toMatchObject({ page: '2' })
  })

  it('creates a collection from a title alone, and opens its form', async () => {
    const { writes } = open([none], {})
    await screen.findByText(/You have no collections yet/)
    await press('New collection')
    const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create' })
    expect(create.disabled).toBe(true)
    await fill('Title', '  Night skies ')
    await press('Create')
    await screen.findByText(/^At .*\/collections\//)
    expect(writes()[0]).toMatchObject({ route: createCollection, body: { title: 'Night skies' } })
  })

  it('keeps the title when the registry refuses', async () => {
    open([none, on(createCollection, refusal(409, 'too_many_collections'))], {})
    await press('New collection')
    await fill('Title', 'Night skies')
    await press('Create')
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Night skies')
  })

  it('can load the own collections again after a failure', async () => {
    let isDown = true
    const failing = on(listOwnCollections, () =>
      isDown ? refusal(404, 'user_not_found') : exampleOf(listOwnCollections),
    )
    open([on(listCollections, { ...exampleOf(listCollections), collections: [] }), failing], {})
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    fireEvent.click(again)
    await waitFor(() => expect(offers()).toContain('Soft portraits'))
  })
})
