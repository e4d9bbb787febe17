import { BlockList, isIP, isIPv4 } from 'node:net'

const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an outside address sends this program to a host that only this network reaches. */
export function leadsInside(from: URL, to: URL): boolean {
  return isInside(to) && !isInside(from)
}

/** Judges by the name or IP address alone. Node writes IPv4 addresses in their usual form. */
function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return inside.check(host, isIPv4(host) ? 'ipv4' : 'ipv6')
  return !host.replace(/\.$/, '').includes('.') || /\.(localhost|local|internal)\.?$/.test(host)
}
