// @vitest-environment happy-dom

import {
  deleteTrustedPublisher,
  listCiIssuers,
  listTrustedPublishers,
  type TrustedPublisher,
} from '@nodeyard/contract/packs'
import { createToken, deleteToken, listTokens, type PersonalAccessToken } from '@nodeyard/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { paths } from '../../ground/paths/paths.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './tokens-page.tsx'
import * as trusted from './trusted-publishing-page.tsx'

const open = (as: Viewer, rules: Rule[] = []) =>
  openPage(page, { path: paths.publisherTokens, at: '/publishers/acme/manage/tokens', as, rules })
const tokens = exampleOf(listTokens)
const listOf = (...some: Partial<PersonalAccessToken>[]) =>
  on(
    listTokens,
    some.flatMap((one, index) => tokens.map((token) => ({ ...token, id: String(index), ...one }))),
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('tokens of a publisher', () => {
  it.each([
    ['a member', { role: 'member' }],
    ['an admin', { isAdmin: true }],
  ] as const)('are hidden from %s', async (_who, viewer) => {
    const { reads } = open(viewer)
    await screen.findByText('Visible to owners')
    expect(reads(listTokens)).toEqual([])
  })

  it('can be created and revoked by owners', async () => {
    open({ role: 'owner' })
    await screen.findByText('CI')
    expect(offers()).toContain('Create token')
    expect(offers()).toContain('Revoke CI')
  })

  it.each([
    ['revoked', { revokedAt: '2026-05-02T00:00:00Z', revokedBy: 'Bo' }, 'Revoked', []],
    ['stopped', { stoppedBecause: 'demoted' }, 'Stopped', ['Revoke CI']],
    ['expired', { expiresAt: '2020-01-01T00:00:00Z' }, 'Expired', []],
  ] as const)('are listed separately once %s', async (_state, token, badge, expected) => {
    open({ role: 'owner' }, [listOf(token)])
    await screen.findByText('Expired and revoked')
    screen.getByText('No tokens yet.')
    screen.getByText(badge)
    expect(offers().filter((one) => one.startsWith('Revoke'))).toEqual(expected)
  })

  it('are marked when they never expire or expire soon', async () => {
    open({ role: 'owner' }, [
      listOf(
        { name: 'ever' },
        { name: 'soon', expiresAt: inDays(3) },
        { name: 'later', expiresAt: inDays(60) },
      ),
    ])
    await screen.findByText('later')
    const marks = ['ever', 'soon', 'later'].map((name) => {
      const row = screen.getByText(name).closest('li')
      return ['Does not expire', 'Expires soon'].filter((mark) => row?.textContent?.includes(mark))
    })
    expect(marks).toEqual([['Does not expire'], ['Expires soon'], []])
  })

  it('show their nodes', async () => {
    open({ role: 'owner' }, [listOf({ nodes: ['acme-blur', 'acme-warp'] })])
    await screen.findByText(/2 packs:/)
  })
})

describe('action on a token', () => {
  it('revokes after a confirmation that names the last use', async () => {
    const { writes } = open({ role: 'owner' })
    await press('Revoke CI')
    expect(writes()).toEqual([])
    expect(document.querySelector('dialog')?.textContent).toContain('Not used yet.')
    confirm('Revoke')
    await waitFor(() => expect(writes()[0]?.route).toBe(deleteToken))
  })

  it('shows the secret once', async () => {
    const { writes } = open({ role: 'owner' })
    await fill('Name', 'Releases')
    await press('Create token')
    await screen.findByText(exampleOf(createToken).token)
    expect(writes()[0]?.body).toMatchObject({ name: 'Releases' })
    await press('Done')
    await waitFor(() => expect(screen.queryByText(exampleOf(createToken).token)).toBeNull())
  })

  it('shows an error when the tokens fail to load', async () => {
    open({ role: 'owner' }, [on(listTokens, refusal(404, 'not_found'))])
    await screen.findByRole('alert')
    screen.getByText('Create token')
  })
})

describe('trusted publishing', () => {
  const all = exampleOf(listTrustedPublishers)
  const [first] = all
  const listed = (some: Partial<TrustedPublisher>) =>
    on(listTrustedPublishers, first ? [{ ...first, ...some }] : [])
  const openTrusted = (as: Viewer, rules: Rule[] = []) =>
    openPage(trusted, {
      ...{ path: paths.trustedPublishing, at: '/publishers/acme/manage/trusted-publishing' },
      ...{ as, rules },
    })

  it('is hidden from members', async () => {
    openTrusted({ role: 'member' })
    await screen.findByText('Visible to owners')
  })

  it('shows the file that makes a build publish', async () => {
    openTrusted({ role: 'owner' })
    await press('Show the file for acme-blur')
    expect(document.querySelector('pre')?.textContent).toContain('nodeyard.tgz publish')
  })

  it('shows no file for a service that is no longer accepted', async () => {
    openTrusted({ role: 'owner' }, [listed({ issuer: 'https://gone.example' })])
    await screen.findByText(/no longer accepts tokens from its CI service/)
    expect(offers().filter((one) => one.includes('acme-blur'))).toEqual([
      'Edit acme-blur',
      'Delete acme-blur',
    ])
  })

  it('shows that a build has stopped and how to restart it', async () => {
    openTrusted({ role: 'owner' }, [listed({ stoppedBecause: 'banned' })])
    await screen.findByText('Stopped')
    screen.getByText(/Save it again to run it on your behalf/)
  })

  it('ends after a confirmation', async () => {
    const { writes } = openTrusted({ role: 'owner' })
    await press('Delete acme-blur')
    confirm('Delete')
    await waitFor(() => expect(writes()[0]?.route).toBe(deleteTrustedPublisher))
  })

  it('shows when the registry accepts no CI service', async () => {
    const none = { ...exampleOf(listCiIssuers), issuers: [] }
    openTrusted({ role: 'owner' }, [on(listCiIssuers, none), on(listTrustedPublishers, [])])
    await screen.findByText('This registry does not accept tokens from CI services.')
    expect(screen.queryByText('Trust a build')).toBeNull()
  })
})
