// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { siteOf, withSite } from '../../ground/site/site.test-support.tsx'
import { Deliveries } from './deliveries.tsx'
import { deliveriesKey } from './queries.ts'

afterEach(cleanup)

const path = { publisherId: 'acme', webhookId: 'w' }

/** Opens the log of a webhook with `newest` deliveries, in pages of 20. */
async function open(log: { newest: number; isBroken?: boolean }) {
  const site = siteOf('ada', ({ query }) => {
    if (log.isBroken) return Response.json({ error: 'webhook_not_found', message: '' }, { status: 404 })
    const first = Number(query.get('before') ?? log.newest + 1) - 1
    const numbers = Array.from({ length: 20 }, (_, index) => first - index).filter((number) => number > 0)
    const last = numbers.at(-1) ?? 0
    return { deliveries: numbers.map(deliveryOf), ...(last > 1 ? { next: String(last) } : {}) }
  })
  render(withSite(site, <Deliveries path={path} name="CI" may={() => true} />))
  await screen.findByText('number.30')
  return () => site.queries.invalidateQueries({ queryKey: deliveriesKey(path) })
}

const deliveryOf = (number: number) => ({
  ...{ id: String(number), type: `number.${number}`, state: 'delivered', attempts: 1 },
  createdAt: '2026-01-02T00:00:00Z',
})
const older = () => fireEvent.click(screen.getByText('Show older'))
const shown = () => screen.getAllByText(/^number\./).map(({ textContent }) => textContent)

describe('deliveries of a webhook', () => {
  it('keep older ones visible when new ones arrive', async () => {
    const log = { newest: 30 }
    const readAgain = await open(log)
    older()
    await screen.findByText('number.1')
    log.newest = 33
    await readAgain()
    const all = Array.from({ length: 33 }, (_, index) => `number.${33 - index}`)
    await waitFor(() => expect(shown()).toEqual(all))
  })

  it('retry a failed older page and keep the newer ones', async () => {
    const log = { newest: 30, isBroken: false }
    await open(log)
    log.isBroken = true
    older()
    await screen.findByRole('alert')
    expect(shown()).toHaveLength(20)
    log.isBroken = false
    fireEvent.click(screen.getByText('Try again'))
    await waitFor(() => expect(shown()).toHaveLength(30))
  })
})
