import * as contract from '@nodeyard/contract/people'
import { RegistryError } from '../../src/ground/errors.ts'
import type { Provider } from '../../src/people/customers/provider.ts'

/** A metering provider that reports and deletes data it never received. */
export const fakeMetering: Provider = {
  async answer(route, { customerId, body }) {
    switch (route) {
      case contract.openUsageDashboard: {
        const { dashboard_type = 'usage' } = body as { dashboard_type?: string }
        return { url: `https://metering.example.test/${customerId}/${dashboard_type}` }
      }
      case contract.archiveMeteringData:
        return { message: 'Archived.' }
      case contract.receiveZeroBalance:
        return {}
      default:
        throw new RegistryError('not_configured')
    }
  },
}
