import { httpAddress } from '../ui/http-address.ts'

export interface Installable {
  id: string
  isUnclaimed: boolean
  hasVersion: boolean
  repository?: string | undefined
  downloadUrl?: string | undefined
}

export type Install =
  | { way: 'client'; commands: ClientCommands }
  | { way: 'clone'; command: string; reason: 'unclaimed' | 'no_version' }
  | { way: 'none'; reason: 'unclaimed' | 'no_version' }

/** One line for each program that installs from the registry. */
export interface ClientCommands {
  commandLine: string
  /** The manager's own command line. */
  manager: string
  /** What to search for in the manager inside the tool. */
  searched: string
  /** Without any client, in the folder for custom nodes. */
  byHand?: string
}

/**
 * How to get a node: by the clients when it has a version of its own publisher, else from its
 * repository, with the reason. Source: API contract 35.2.
 */
export function installOf(node: Installable, version?: string): Install {
  if (!node.isUnclaimed && node.hasVersion) return { way: 'client', commands: commandsFor(node, version) }
  const reason = node.isUnclaimed ? 'unclaimed' : 'no_version'
  const repository = httpAddress(node.repository)
  return repository
    ? { way: 'clone', command: `git clone ${quoted(repository)}`, reason }
    : { way: 'none', reason }
}

function commandsFor({ id, downloadUrl }: Installable, version: string | undefined): ClientCommands {
  const exact = `${id}${version ? `@${version}` : ''}`
  const archive = httpAddress(downloadUrl)
  return {
    commandLine: `comfy node install ${exact}`,
    manager: `cm-cli install ${exact}`,
    searched: id,
    ...(archive
      ? { byHand: `curl -fLo ${id}.zip ${quoted(archive)} && unzip ${id}.zip -d ${id} && rm ${id}.zip` }
      : {}),
  }
}

/** Authors write the address and readers paste it into a shell, so nothing in it may be more than an address. */
function quoted(address: string): string {
  return /^[\w./:@%+~=-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`
}
