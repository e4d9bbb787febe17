declare const isKey: unique symbol

/** Identifies a caller by network address. Limits and queues take nothing else, so that all count callers alike. */
export type AddressKey = string & { readonly [isKey]: true }

/** Starts the network address of calls that the program makes to itself for a caller. No socket has it. */
export const inProcess = 'in-process/'

const longestAddress = 45
const longestEntry = 64
const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/
/** Providers assign at least these bits of the fourth part of an address to one subscriber. */
const ownBits = 0x00ff

/**
 * Returns the key of a caller: one IPv4 address, or one IPv6 network (/56), because its owner controls all addresses in it.
 * Proxies can write a port, brackets or a zone beside the address. Keys themselves stay as they are.
 */
export function addressKey(address: string): AddressKey {
  const bare = address
    .slice(0, longestEntry)
    .toLowerCase()
    .replace(/^in-process\/|^\[|\](?::\d+)?$|%[\s\S]*$/g, '')
  const [, short] = ipv4.exec(bare) ?? []
  const key = short ?? (bare.includes(':') ? networkOf(bare) : bare)
  return key.slice(0, longestAddress) as AddressKey
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const gap =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const parts = [...first, ...gap, ...last].map((part) => Number.parseInt(part, 16) || 0)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, mapped = 0, high = 0, low = 0] = parts
  if ((a | b | c | d | e) === 0 && mapped === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return [a, b, c, d & ~ownBits].map((part) => part.toString(16)).join(':')
}

/** Returns the network of a caller, an IPv4 /24 or an IPv6 /48: one subscriber often controls all of it. */
export function networkKey(caller: AddressKey): string {
  const separator = caller.includes(':') ? ':' : '.'
  return caller.split(separator).slice(0, 3).join(separator)
}
