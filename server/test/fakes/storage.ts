import type { Provider } from '../../src/people/customers/provider.ts'

const goodForMs = 3_600_000

/** A store of customers' files whose URLs lead nowhere. */
export function fakeStorage(now: () => Date): Provider {
  return {
    async answer(_route, { customerId, body }) {
      const { file_name } = body as { file_name: string }
      const url = `https://files.example.test/${customerId}/${encodeURIComponent(file_name)}`
      const expires_at = new Date(now().getTime() + goodForMs).toISOString()
      return { download_url: url, upload_url: url, expires_at, existing_file: false }
    },
  }
}
