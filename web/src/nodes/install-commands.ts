import { httpAddress } from '../ui/http-address.ts'

export interface Installable {
  id: string
  isUnclaimed: boolean
  hasVersion: boolean
  repository?: string | undefined
}

export type Install =
  | { way: 'client'; command: string }
  | { way: 'clone'; command: string; reason: 'unclaimed' | 'no_version' }
  | { way: 'none'; reason: 'unclaimed' | 'no_version' }

/**
 * How to get a node: by the command-line client when it has a version of its own publisher, else from its
 * repository, with the reason. Source: API contract 35.2.
 */
export function installOf(node: Installable, version?: string): Install {
  if (!node.isUnclaimed && node.hasVersion) {
    return { way: 'client', command: `comfy node install ${node.id}${version ? `@${version}` : ''}` }
  }
  const reason = node.isUnclaimed ? 'unclaimed' : 'no_version'
  const repository = httpAddress(node.repository)
  return repository
    ? { way: 'clone', command: `git clone ${quoted(repository)}`, reason }
    : { way: 'none', reason }
}

/** Authors write the address and readers paste it into a shell, so nothing in it may be more than an address. */
function quoted(address: string): string {
  return /^[\w./:@%+~=-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`
}
