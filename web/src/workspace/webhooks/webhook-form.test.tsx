// @vitest-environment happy-dom
import { createWebhook, nodeEvents, subscribableEvents, updateWebhook } from '@nodeyard/contract/services'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fill, openPage, press, tick } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { english } from '../../ground/site/site.test-support.tsx'
import { EditWebhook, NewWebhook } from './webhook-form.tsx'

const t = english('notifications')
const url = 'https://build.test/hook'
const nodeEvent = 'node.created'
const anotherNodeEvent = 'node.banned'
const ofPublisherOnly = subscribableEvents.filter((type) => !nodeEvents.some((one) => one === type))

function openNew(rules: Rule[] = []) {
  const onMade = vi.fn()
  const Component = () => <NewWebhook publisherId="acme" onMade={onMade} />
  return { ...openPage({ Component }, { path: '/', as: { role: 'owner' }, rules }), onMade }
}

const offeredEvents = () => screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent)

describe('form for a new webhook', () => {
  it('subscribes to all events by default', async () => {
    const { writes, onMade } = openNew()
    await fill(t('url'), ` ${url} `)
    await press(t('create'))
    await waitFor(() => expect(onMade).toHaveBeenCalledOnce())
    expect(writes()).toMatchObject([{ route: createWebhook, body: { url, events: [] } }])
    expect(writes()[0]?.body).not.toHaveProperty('node_id')
  })

  it('passes the secret on, and stores it nowhere', async () => {
    const { onMade } = openNew()
    const { secret, webhook } = exampleOf(createWebhook)
    await fill(t('url'), url)
    await press(t('create'))
    await waitFor(() => expect(onMade).toHaveBeenCalledWith(webhook.url, secret))
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret)
  })

  it('subscribes to the selected events only', async () => {
    const { writes } = openNew()
    await fill(t('url'), url)
    await tick(t('some_events'))
    await tick(nodeEvent)
    await tick(anotherNodeEvent)
    await tick(anotherNodeEvent)
    await press(t('create'))
    await waitFor(() => expect(writes()).toMatchObject([{ body: { events: [nodeEvent] } }]))
  })

  it('requires an event unless it subscribes to all', async () => {
    const { writes } = openNew()
    await fill(t('url'), url)
    await tick(t('some_events'))
    await press(t('create'))
    await tick(nodeEvent)
    await press(t('create'))
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()).toMatchObject([{ body: { events: [nodeEvent] } }])
  })

  it('offers a node only the events of nodes', async () => {
    openNew()
    await tick(t('some_events'))
    expect(offeredEvents()).toEqual([...subscribableEvents])
    await fill(t('node'), 'acme-blur')
    expect(offeredEvents()).toEqual([...nodeEvents])
  })

  it('sends no selected event that a node does not have', async () => {
    const { writes } = openNew()
    await fill(t('url'), url)
    await tick(t('some_events'))
    await tick(ofPublisherOnly[0] ?? '')
    await tick(nodeEvent)
    await fill(t('node'), ' acme-blur ')
    await press(t('create'))
    await waitFor(() =>
      expect(writes()).toMatchObject([{ body: { node_id: 'acme-blur', events: [nodeEvent] } }]),
    )
  })

  it('keeps the input and says why it is refused', async () => {
    const { onMade } = openNew([on(createWebhook, refusal(400, 'webhook_url_refused'))])
    await fill(t('url'), 'https://127.0.0.1/hook')
    await press(t('create'))
    await screen.findByText(english('forms')('refusal_webhook_url'))
    expect(screen.getByLabelText<HTMLInputElement>(t('url')).value).toBe('https://127.0.0.1/hook')
    expect(onMade).not.toHaveBeenCalled()
  })
})

describe('form of an existing webhook', () => {
  const { webhook } = exampleOf(createWebhook)

  function openEdit(events: typeof webhook.events, rules: Rule[] = []) {
    const onDone = vi.fn()
    const edited = { ...webhook, events } as typeof webhook
    const Component = () => <EditWebhook publisherId="acme" webhook={edited} onDone={onDone} />
    return { ...openPage({ Component }, { path: '/', as: { role: 'owner' }, rules }), onDone }
  }

  it('shows the events of the webhook', async () => {
    openEdit([nodeEvent])
    const box = await screen.findByLabelText<HTMLInputElement>(nodeEvent)
    expect(box.checked).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>(t('some_events')).checked).toBe(true)
  })

  it('can return to all events', async () => {
    const { writes, onDone } = openEdit([nodeEvent])
    await tick(t('all_events'))
    await press(t('save'))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(writes()).toMatchObject([{ route: updateWebhook, body: { events: [] } }])
  })

  it('stays open when saving fails', async () => {
    const { onDone } = openEdit([], [on(updateWebhook, refusal(404, 'webhook_not_found'))])
    await fill(t('description'), 'CI')
    await press(t('save'))
    await screen.findByText(english('forms')('refusal_webhook_not_found'))
    expect(onDone).not.toHaveBeenCalled()
  })
})
