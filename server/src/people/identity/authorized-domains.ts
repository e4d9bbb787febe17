import type { Config } from '../../ground/settings.ts'

/** Whether users can sign in on a page at this origin or URL. */
export function isAuthorizedAddress(
  { authorizedDomains, siteUrl }: Pick<Config, 'authorizedDomains' | 'siteUrl'>,
  address: string,
): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (origin === new URL(siteUrl).origin) return true
  return (protocol === 'http:' || protocol === 'https:') && authorizedDomains.includes(hostname)
}
