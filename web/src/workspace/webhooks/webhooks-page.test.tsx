// @vitest-environment happy-dom
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
} from '@nodeyard/contract/services'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { confirm, fill, offers, openPage, press } from '../../ground/page/page.test-support.tsx'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { exampleOf, on, type Rule, refusal, type Viewer } from '../../ground/site/registry.test-support.ts'
import * as page from './webhooks-page.tsx'

const open = (as: Viewer, rules: Rule[] = []) =>
  openPage(page, { path: memberPaths.publisherWebhooks, at: '/publishers/acme/manage/webhooks', as, rules })
const listed = (some: Partial<Webhook>) =>
  on(
    listWebhooks,
    exampleOf(listWebhooks).map((webhook) => ({ ...webhook, ...some })),
  )
const acts = () => offers().filter((one) => one.endsWith('Build machine'))
const { secret } = exampleOf(rotateWebhookSecret)

describe('webhooks of a publisher', () => {
  it.each([
    ['a member', { role: 'member' }],
    ['an admin', { isAdmin: true }],
  ] as const)('are hidden from %s', async (_who, viewer) => {
    const { reads } = open(viewer)
    await screen.findByText('You need to be an owner of this publisher.')
    expect(reads(listWebhooks)).toEqual([])
  })

  it('offer a test only while they are enabled', async () => {
    open({ role: 'owner' })
    await screen.findByText('Build machine')
    expect(acts()).toContain('Send a test to Build machine')
    open({ role: 'owner' }, [listed({ enabled: false })])
    await screen.findByText('Build machine')
    expect(acts()).not.toContain('Send a test to Build machine')
    expect(acts()).toContain('Turn on Build machine')
  })

  it.each([
    ['failures', /Turned off because deliveries failed for days/],
    ['creator', /its creator is no longer an owner/],
    ['gone', /the receiver says it is gone/],
  ] as const)('show why they are disabled: %s', async (disabled_because, text) => {
    open({ role: 'owner' }, [listed({ enabled: false, disabled_because })])
    await screen.findByText(text)
  })

  it('show since when deliveries fail', async () => {
    open({ role: 'owner' }, [listed({ failing_since: '2026-05-01T09:00:00Z' })])
    await screen.findByText(/Deliveries have been failing since/)
  })
})

describe('action on a webhook', () => {
  it('disables it at once', async () => {
    const { writes } = open({ role: 'owner' })
    await press('Turn off Build machine')
    await waitFor(() => expect(writes()).toMatchObject([{ route: updateWebhook, body: { enabled: false } }]))
  })

  it('shows deliveries after a test', async () => {
    const { writes, reads } = open({ role: 'owner' })
    await press('Send a test to Build machine')
    await waitFor(() => expect(reads(listWebhookDeliveries).length).toBeGreaterThan(0))
    expect(writes()[0]?.route).toBe(pingWebhook)
  })

  it('creates a new secret after a confirmation, and shows it until it is stored', async () => {
    const { writes } = open({ role: 'owner' })
    await press('New secret for Build machine')
    expect(writes()).toEqual([])
    confirm('New secret')
    await screen.findByText(secret)
    await press('I have stored it')
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
  })

  it('deletes it after a confirmation', async () => {
    const { writes } = open({ role: 'owner' })
    await press('Delete Build machine')
    confirm('Delete')
    await waitFor(() => expect(writes()[0]?.route).toBe(deleteWebhook))
  })

  it('shows why a request was refused', async () => {
    open({ role: 'owner' }, [on(updateWebhook, refusal(409, 'conflict', 'It was deleted.'))])
    await press('Turn off Build machine')
    await screen.findByRole('alert')
  })

  it('creates one with a URL, and shows its secret', async () => {
    const { writes } = open({ role: 'owner' })
    await fill(/^Address/, 'https://hooks.example.test/releases')
    await press('Create webhook')
    await screen.findByText(exampleOf(createWebhook).secret)
    expect(writes()[0]?.body).toMatchObject({ url: 'https://hooks.example.test/releases' })
  })
})
