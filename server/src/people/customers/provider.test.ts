import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contract from '@nodeyard/contract/people'
import { fakePayments } from '../../../test/fakes/payments.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld({ providers: { payments: fakePayments('whsec_of_the_fake') } })

describe('a payment provider', () => {
  it('receives the customer who calls its routes', async () => {
    const { world } = registry
    const user = await world.given.user()
    const body = { amount_micros: 5_000_000, currency: 'usd' }
    const { checkout_url } = await world.as(user).call(contract.buyCredit, { body })
    assert.equal(checkout_url, `https://pay.example.test/checkout/${user.id}/5000000`)
  })

  it('trusts a webhook only by its signature', async () => {
    const { world } = registry
    const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } } as const
    const send = (signature?: string) =>
      world.anonymous.call(
        contract.receiveInvoiceStatus,
        { body: event },
        signature ? { headers: { 'stripe-signature': signature } } : {},
      )
    await refused('invalid_signature', send())
    await refused('invalid_signature', send('nonsense'))
  })
})
