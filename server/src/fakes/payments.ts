import { createHmac } from 'node:crypto'
import type { Provider } from '../customers/provider.ts'
import { RegistryError } from '../errors.ts'
import { matchesSecret } from '../identity/shared-secret.ts'

/** A payment provider that takes no money: checkouts have addresses, and its events are signed with `secret`. */
export function fakePayments(secret: string): Provider {
  return {
    async answer(route, { customerId, body, headers, rawBody }) {
      switch (route.path) {
        case '/customers/credit': {
          const { amount_micros } = body as { amount_micros: number }
          return { checkout_url: `https://pay.example.test/checkout/${customerId}/${amount_micros}` }
        }
        case '/webhook/stripe/invoice-status':
        case '/webhook/stripe/subscription': {
          const signature = (headers as Record<string, string | undefined>)['stripe-signature']
          const expected = createHmac('sha256', secret).update(rawBody).digest('hex')
          if (!matchesSecret(signature, expected)) throw new RegistryError('invalid_signature')
          return {}
        }
        default:
          throw new RegistryError('not_configured')
      }
    },
  }
}
