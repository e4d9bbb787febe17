import { BlockList, isIP, isIPv4 } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Networks that are not public and that may be asked all the same. */
export interface AllowedNetworks {
  readonly isAny: boolean
  has(ip: string): boolean
}

export const noNetworks: AllowedNetworks = { isAny: false, has: () => false }

/** Undefined when one of the texts is no network such as `10.1.0.0/16`. */
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

/** The host of an address as a name or an IP address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether an address may be one that the registry posts to, as far as it shows without asking for its host's
 * addresses: https to anybody; http only where a network of the operator's may be meant.
 */
export function mayBePosted(url: URL, networks: AllowedNetworks): boolean {
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && networks.isAny)) return false
  const host = hostOf(url)
  if (isIP(host)) return isPublicAddress(host) || networks.has(host)
  return !isLocalName(host) || networks.isAny
}

/** Whether a name means something inside of a network only. */
export const isLocalName = (host: string): boolean =>
  !host.includes('.') || /(^|\.)(localhost|local|internal)\.?$/.test(host)

/** Whether this machine may be spoken to. Over http only inside of a network of the operator's. */
export function mayReach(url: URL, ip: string, networks: AllowedNetworks): boolean {
  return networks.has(ip) || (url.protocol === 'https:' && isPublicAddress(ip))
}
