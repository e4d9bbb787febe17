import { trimEndOf } from '@nodeyard/analysis/text-search'
import { isHeldBack } from '@nodeyard/contract/held-back'
import type { Install as InstallFacts, InstallState } from '@nodeyard/contract/install'
import { httpAddress } from '../../ground/ui/http-address.ts'

export interface Installable {
  id: string
  install: InstallFacts
  downloadUrl?: string | undefined
}

export type Install =
  | { way: 'client'; commands: ClientCommands }
  | { way: 'clone'; commands: CloneCommands; reason: 'unclaimed' | 'no_version' }
  | { way: 'none'; reason: 'held_back' | 'no_repository' }

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
 * Lines that get the node at the commit that was read, and install the Python packages that it needs, into the Python
 * that runs the tool.
 */
export interface CloneCommands {
  /** The Python of the machine, or of an environment that is active. */
  usual: string
  /** The environment in the folder of the tool; undefined if no packages are installed. */
  venv?: string
  /** The version of the tool that brings a Python of its own. */
  portable?: string
}

/**
 * How to get a node, as the registry says: by the clients, from its repository, or not at all while it is held back.
 * Source: API contract 35.2.
 */
export function installOf({ install, ...node }: Installable, version?: string): Install {
  if (isInstalledByClients(install.state)) return { way: 'client', commands: commandsFor(node, version) }
  if (isHeldBack(install)) return { way: 'none', reason: 'held_back' }
  const commands = install.clone === undefined ? undefined : cloneCommands(install.clone, install)
  if (!commands) return { way: 'none', reason: 'no_repository' }
  return { way: 'clone', commands, reason: install.state === 'unclaimed' ? 'unclaimed' : 'no_version' }
}

const isInstalledByClients = (state: InstallState) => state === 'installable' || state === 'deprecated'

function commandsFor(
  { id, downloadUrl }: Omit<Installable, 'install'>,
  version: string | undefined,
): ClientCommands {
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

/** To be run in the folder for custom nodes. Undefined for what is no web address. */
export function cloneCommands(
  address: string,
  {
    commit,
    has_requirements: hasRequirements = true,
  }: Pick<InstallFacts, 'commit' | 'has_requirements'> = {},
): CloneCommands | undefined {
  const repository = httpAddress(address)
  const folder = repository && folderOf(repository)
  if (!repository || !folder) return undefined
  const isPlain = commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit)
  const clone = [
    `git clone ${quoted(repository)}`,
    ...(isPlain ? [`git -C ${quoted(folder)} checkout --quiet ${commit}`] : []),
  ].join('\n')
  if (!hasRequirements) return { usual: clone }
  const file = quoted(`${folder}/requirements.txt`)
  return {
    usual: `${clone}\npython -m pip install -r ${file}`,
    venv: `${clone}\n../venv/bin/python -m pip install -r ${file}`,
    portable: `${clone}\n..\\..\\python_embeded\\python.exe -s -m pip install -r "${folder}\\requirements.txt"`,
  }
}

/** That git makes for it. Undefined where the name is not plain. */
function folderOf(address: string): string | undefined {
  const name = trimEndOf(new URL(address).pathname, '/')
    .split('/')
    .at(-1)
    ?.replace(/\.git$/, '')
  return name && /^[\w.~+-]+$/.test(name) ? name : undefined
}

/** Authors write the address and readers paste it into a shell, so nothing in it may be more than an address. */
function quoted(address: string): string {
  return /^[\w./:@%+~=-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`
}
