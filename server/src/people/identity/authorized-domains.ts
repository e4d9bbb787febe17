import type { Config } from '../../ground/settings.ts'

/** Whether people may sign in on a page of this origin or address. */
export function isAuthorizedAddress(
  { authorizedDomains, siteUrl }: Pick<Config, 'authorizedDomains' | 'siteUrl'>,
  address: string,
): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (origin === new URL(siteUrl).origin) return true
  return (protocol === 'http:' || protocol === 'https:') && authorizedDomains.includes(hostname)
}
