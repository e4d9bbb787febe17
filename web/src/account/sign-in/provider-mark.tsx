import type { Provider } from '../../ground/identity/identity.ts'
import { BrandMark } from '../../ground/ui/brand-mark.tsx'

const brands = { 'github.com': 'github', 'google.com': 'google' } as const satisfies Record<Provider, string>

export function ProviderMark({ provider }: { provider: Provider }) {
  return <BrandMark brand={brands[provider]} />
}
