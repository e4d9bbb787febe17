import { lookup, Resolver } from 'node:dns/promises'
import { isLocalName } from '@nodeyard/outside/public-address'

/** Limits one query to one server; each retry doubles it. */
const timeoutMs = 2000
const tries = 2

/**
 * Resolves an untrusted host name to IP addresses, IPv4 first. Queries the name servers directly: the usual
 * lookup occupies one of a few threads, and unresponsive servers would block all other names. Local names,
 * which lead only to the operator's servers, use the usual lookup, including `/etc/hosts`.
 */
export async function addressesOf(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  if (isLocalName(host)) return (await lookup(host, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers) resolver.setServers(servers)
  const stop = () => resolver.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0) return addresses
    throw found.find((one) => one.status === 'rejected')?.reason ?? new Error(`${host} has no address.`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
