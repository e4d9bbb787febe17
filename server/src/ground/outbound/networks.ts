import { BlockList, isIP, isIPv4 } from 'node:net'
import { hostOf, isLocalName, isPublicAddress } from '@nodeyard/outside/public-address'

/** Private networks that the operator allows as targets. */
export interface AllowedNetworks {
  readonly isAny: boolean
  has(ip: string): boolean
}

export const noNetworks: AllowedNetworks = { isAny: false, has: () => false }

/** The largest private networks. Sources: RFC 1918, RFC 4193. */
const shortestPrefix = { ipv4: 8, ipv6: 7 }

/** Returns undefined when one of the texts is not a network such as `10.1.0.0/16`, or is larger than any private one. */
export function readNetworks(texts: readonly string[]): AllowedNetworks | undefined {
  const list = new BlockList()
  for (const text of texts) {
    const [network = '', prefix = ''] = text.split('/')
    const kind = isIPv4(network) ? 'ipv4' : 'ipv6'
    const isInRange = Number(prefix) >= shortestPrefix[kind] && Number(prefix) <= (kind === 'ipv4' ? 32 : 128)
    if (isIP(network) === 0 || !/^\d{1,3}$/.test(prefix) || !isInRange) return undefined
    list.addSubnet(network, Number(prefix), kind)
  }
  return {
    isAny: texts.length > 0,
    has: (ip) => isIP(ip) !== 0 && list.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6'),
  }
}

/**
 * Whether the registry can post to a URL, as far as that shows without name resolution: https to any host;
 * http only where an allowed private network is possible.
 */
export function mayBePosted(url: URL, networks: AllowedNetworks): boolean {
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && networks.isAny)) return false
  const host = hostOf(url)
  if (isIP(host)) return isPublicAddress(host) || networks.has(host)
  return !isLocalName(host) || networks.isAny
}

/** Whether this IP address is an allowed target. Plain http is limited to allowed private networks. */
export function mayReach(url: URL, ip: string, networks: AllowedNetworks): boolean {
  return networks.has(ip) || (url.protocol === 'https:' && isPublicAddress(ip))
}
