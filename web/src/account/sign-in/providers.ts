import type { IdentityConfig } from '@nodeyard/contract/people'
import type { Provider } from '../../ground/identity/identity.ts'

const providers: readonly Provider[] = ['github.com', 'google.com']

/** Company names are the same in every language. */
export const providerNames: Readonly<Record<Provider, string>> = {
  'github.com': 'GitHub',
  'google.com': 'Google',
}

export function providersOf({ methods }: Pick<IdentityConfig, 'methods'>): Provider[] {
  return providers.filter((provider) => methods.includes(provider))
}

export function isProvider(id: string): id is Provider {
  return providers.some((provider) => provider === id)
}
