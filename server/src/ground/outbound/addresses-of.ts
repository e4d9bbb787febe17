import { lookup, Resolver } from 'node:dns/promises'
import { isLocalName } from './networks.ts'

/** For one question to one server; each further try waits for twice as long. */
const timeoutMs = 2000
const tries = 2

/**
 * The IP addresses of a host that somebody else names, those of IPv4 first. It asks the name servers itself: the usual
 * lookup takes one of a few threads, and a name whose server never answers would keep them from all other names. Local
 * names, which lead to nobody's server but the operator's, are looked up as usual, in `/etc/hosts` too.
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
