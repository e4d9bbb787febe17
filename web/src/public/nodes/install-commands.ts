import { installLine } from '@nodeyard/contract/discovery'
import type { Install as InstallFacts, InstallState } from '@nodeyard/contract/ground'
import { isHeldBack } from '@nodeyard/contract/packs'
import { archiveCommand, cloneCommands, usualPlace } from '@nodeyard/planning/commands'
import { httpAddress } from '../../ground/ui/http-address.ts'

export interface Installable {
  id: string
  install: InstallFacts
  downloadUrl?: string | undefined
}

export type Install =
  | { way: 'client'; commands: ClientCommands }
  | { way: 'clone'; pack: InstallFacts; reason: 'unclaimed' | 'no_version' }
  | { way: 'none'; reason: 'held_back' | 'no_repository' }

/** One command per client. */
export interface ClientCommands {
  /** Command of the registry's own program. */
  commandLine: string
  /** Command of the manager's own client. */
  manager: string
  /** Search term for the manager inside the tool. */
  searched: string
  /** Commands without a client, for the folder of custom nodes. */
  byHand?: string
}

/**
 * Decides how a node can be installed: with the clients, from its repository, or not at all while it is held
 * back. Source: API contract 35.2.
 */
export function installOf({ install, ...node }: Installable, program: string, version?: string): Install {
  if (isInstalledByClients(install.state))
    return { way: 'client', commands: commandsFor(node, program, version) }
  if (isHeldBack(install) || install.state === 'cannot_load') return { way: 'none', reason: 'held_back' }
  if (!cloneCommands(usualPlace, [install])) return { way: 'none', reason: 'no_repository' }
  return { way: 'clone', pack: install, reason: install.state === 'unclaimed' ? 'unclaimed' : 'no_version' }
}

const isInstalledByClients = (state: InstallState) => state === 'installable' || state === 'deprecated'

function commandsFor(
  { id, downloadUrl }: Omit<Installable, 'install'>,
  program: string,
  version: string | undefined,
): ClientCommands {
  const exact = `${id}${version ? `@${version}` : ''}`
  const archive = httpAddress(downloadUrl)
  return {
    commandLine: installLine(program, [exact]),
    manager: `cm-cli install ${exact}`,
    searched: id,
    ...(archive ? { byHand: archiveCommand(id, archive) } : {}),
  }
}
