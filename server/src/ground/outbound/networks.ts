import { BlockList, isIP, isIPv4 } from 'node:net'
import { hostOf, isLocalName, isPublicAddress } from '@nodeyard/outside/public-address'

/** Private networks that the operator allows as targets. */
export interface AllowedNetworks {
  readonly isAny: boolean
  has(ip: string): boolean
}

export const noNetworks: AllowedNetworks = { isAny: false, has: () => false }

/** Returns undefined when one of the texts is not a network such as `10.1.0.0/16`. */
export function readNetworks(texts: readonly string[]): AllowedNetworks | undefined {
  const list = new BlockList()
  for (const text of texts) {
    const [network = '', prefix = ''] = text.split('/')
    const bits = isIPv4(network) ? 32 : 128
    if (isIP(network) === 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return undefined
    list.addSubnet(network, Number(prefix), bits === 32 ? 'ipv4' : 'ipv6')
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
