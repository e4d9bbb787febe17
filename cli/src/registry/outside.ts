import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { hostOf, isInside, isPublicAddress } from '@nodeyard/outside/public-address'
import { CliError } from '../ground/errors.ts'

/** Hosts that an outside address named. Whatever their names resolve to, only public addresses are connected to. */
const namedFromOutside = new Set<string>()
/** Hosts with names that resolved to an address inside this network. */
const resolvedInside = new Set<string>()

/** Throws if an outside address sends this program to a host that only this network reaches. */
export function assertOutside(from: URL, to: URL): void {
  if (isInside(from) || resolvedInside.has(hostOf(from))) return
  if (isInside(to)) throw new CliError('redirects_inside', { origin: from.origin, next: to.origin })
  if (hostOf(to) !== hostOf(from)) guard(to)
}

/** Lets only public addresses of a host be connected to. */
export function guard(url: URL): void {
  namedFromOutside.add(hostOf(url))
}

/** Whether only public addresses of this host may be connected to. */
export const isGuarded = (url: URL): boolean => namedFromOutside.has(hostOf(url))

export class LeadsInside extends Error {
  override name = 'LeadsInside'
  readonly address: string

  constructor(host: string, address: string) {
    super(`${host} is ${address}`)
    this.address = address
  }
}

/** Proxies for all programs of a computer give names addresses of this network, and resolve them elsewhere. */
const virtual = new BlockList()
virtual.addSubnet('198.18.0.0', 15, 'ipv4')

const isOutside = (address: string) => isPublicAddress(address) || virtual.check(address)

/** Resolves a name, and remembers whether it is one inside. */
export const lookup = lookupBy((host, found) => {
  // A host that is outside, too, cannot vouch for others inside.
  if (found.some(({ address }) => isOutside(address))) resolvedInside.delete(host)
  else resolvedInside.add(host)
  return found
})

/** Resolves a name to its public addresses. The connection goes to one of these. */
export const lookupOutside = lookupBy((host, found) => {
  const outside = found.filter(({ address }) => isOutside(address))
  if (outside.length === 0) throw new LeadsInside(host, found[0]?.address ?? '')
  return outside
})

function lookupBy(select: (host: string, found: dns.LookupAddress[]) => dns.LookupAddress[]): LookupFunction {
  return (host, options, callback) =>
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      try {
        const [first, ...rest] = select(host, found)
        if (options.all) callback(null, first ? [first, ...rest] : [])
        else callback(null, first?.address ?? '', first?.family)
      } catch (refusal) {
        callback(refusal as Error, '')
      }
    })
}

/** Returns the address that a program must use for a guarded host; undefined if it can choose. */
export async function pinnedAddress(url: URL): Promise<string | undefined> {
  const host = hostOf(url)
  if (!isGuarded(url) || isIP(host)) return undefined
  return new Promise((resolve, reject) => {
    lookupOutside(host, {}, (error, address) => (error ? reject(error) : resolve(String(address))))
  })
}
