const longestAddress = 45
const mapped = '::ffff:'

/**
 * Returns the key that identifies a caller by network address: one IPv4 address, or one IPv6 network, because
 * its owner controls all addresses in it.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address.slice(0, longestAddress)
  if (address.startsWith(mapped)) return address.slice(mapped.length, mapped.length + longestAddress)
  const [head = '', tail] = address.slice(0, longestAddress).toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const gap =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...gap, ...last]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
