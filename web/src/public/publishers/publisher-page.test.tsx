// @vitest-environment happy-dom

import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { listPublisherNodesPaged } from '@nodeyard/contract/packs'
import { getPublisher, type Publisher } from '@nodeyard/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { offers, openPage } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './publisher-page.tsx'

const nodes = exampleOf(listPublisherNodesPaged)
const open = (rules: Rule[] = [], as?: Viewer, at = '/publishers/acme') =>
  openPage(page, { path: paths.publisher, at, rules, ...(as ? { as } : {}) })
const publisherOf = (some: Partial<Publisher>) => on(getPublisher, { ...exampleOf(getPublisher), ...some })

describe('publisher page', () => {
  it.each([
    ['an anonymous reader', undefined, []],
    ['a stranger', {}, []],
    ['a member', { role: 'member' }, ['Manage']],
    ['an owner', { role: 'owner' }, ['Manage']],
    ['an admin', { isAdmin: true }, ['Manage (admin)']],
  ] as const)('offers %s the allowed management links', async (_who, viewer, expected) => {
    open([], viewer)
    await screen.findByRole('link', { name: 'Acme Blur' })
    await waitFor(() => expect(offers().filter((one) => one.startsWith('Manage'))).toEqual(expected))
  })

  it('offers neither search nor feed without nodes', async () => {
    open([on(listPublisherNodesPaged, { ...nodes, nodes: [], total: 0 })])
    await screen.findByText(/no packs yet/)
    expect(offers()).not.toContain('Release feed')
  })

  it('redirects from the unclaimed publisher to the unclaimed packs', async () => {
    open([], undefined, `/publishers/${unclaimedPublisherId}`)
    await screen.findByText('At /?state=unclaimed')
  })

  it('shows that the publisher is banned', async () => {
    open([publisherOf({ status: 'PublisherStatusBanned' })])
    await screen.findByText(/banned/i)
  })

  it('says that the publisher is without an owner', async () => {
    open([publisherOf({ is_ownerless: true })])
    await screen.findByText(/without an owner/)
  })

  it('links web addresses only', async () => {
    open([publisherOf({ website: 'javascript:alert(1)' })])
    await screen.findByRole('link', { name: 'Acme Blur' })
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '')
    expect(links.some((link) => link.startsWith('javascript:'))).toBe(false)
  })

  it('shows an error page when the publisher does not exist', async () => {
    open([on(getPublisher, refusal(404, 'publisher_not_found'))])
    await screen.findByText('Error 404')
  })

  it('requests the page of its address', async () => {
    const { reads } = open([], undefined, '/publishers/acme?page=3')
    await screen.findByRole('link', { name: 'Acme Blur' })
    expect(reads(listPublisherNodesPaged)[0]?.query['page']).toBe('3')
  })
})
