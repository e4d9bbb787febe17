import { trimEndOf } from '@nodeyard/analysis/ground'
import { installLine } from '@nodeyard/contract/discovery'
import type { Install as InstallFacts, InstallState } from '@nodeyard/contract/ground'
import { isHeldBack } from '@nodeyard/contract/packs'
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
 * Lines that clone the node at the commit that was read and install its Python packages, for each Python that can run
 * the tool.
 */
export interface CloneCommands {
  /** Variant for the Python of the machine, or of an active environment. */
  usual: string
  /** Variant for the virtual environment in the tool's folder. Undefined if the node needs no packages. */
  venv?: string
  /** Variant for the portable version of the tool, which includes Python. */
  portable?: string
}

/**
 * Decides how a node can be installed: with the clients, from its repository, or not at all while it is held
 * back. Source: API contract 35.2.
 */
export function installOf({ install, ...node }: Installable, program: string, version?: string): Install {
  if (isInstalledByClients(install.state))
    return { way: 'client', commands: commandsFor(node, program, version) }
  if (isHeldBack(install)) return { way: 'none', reason: 'held_back' }
  const commands = install.clone === undefined ? undefined : cloneCommands(install.clone, install)
  if (!commands) return { way: 'none', reason: 'no_repository' }
  return { way: 'clone', commands, reason: install.state === 'unclaimed' ? 'unclaimed' : 'no_version' }
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
    ...(archive
      ? { byHand: `curl -fLo ${id}.zip ${quoted(archive)} && unzip ${id}.zip -d ${id} && rm ${id}.zip` }
      : {}),
  }
}

/**
 * Commands for the folder of custom nodes. Returns undefined for addresses that are not http or https, or have characters that
 * some shell gives a meaning: the command prompt of Windows knows no single quotes, and replaces `%NAME%`.
 */
export function cloneCommands(
  address: string,
  {
    commit,
    has_requirements: hasRequirements = true,
    has_submodules: hasSubmodules = false,
  }: Pick<InstallFacts, 'commit' | 'has_requirements' | 'has_submodules'> = {},
): CloneCommands | undefined {
  const repository = httpAddress(address)
  const folder = repository && folderOf(repository)
  if (!repository || !folder || !/^[\w./:@~+=-]+$/.test(repository)) return undefined
  const isPlain = commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit)
  const clone = [
    `git clone ${repository}`,
    ...(isPlain ? [`git -C ${folder} checkout --quiet ${commit}`] : []),
    ...(hasSubmodules ? [`git -C ${folder} submodule update --init --recursive`] : []),
  ].join('\n')
  if (!hasRequirements) return { usual: clone }
  const file = `${folder}/requirements.txt`
  return {
    usual: `${clone}\npython -m pip install -r ${file}`,
    venv: `${clone}\n../venv/bin/python -m pip install -r ${file}`,
    portable: `${clone}\n..\\..\\python_embeded\\python.exe -s -m pip install -r "${folder}\\requirements.txt"`,
  }
}

/** Name of the folder that git creates. Returns undefined for unusual names: a shell replaces `~name` by a home folder. */
function folderOf(address: string): string | undefined {
  const name = trimEndOf(new URL(address).pathname, '/')
    .split('/')
    .at(-1)
    ?.replace(/\.git$/, '')
  return name && /^[\w.+][\w.~+-]*$/.test(name) ? name : undefined
}

/** Authors control the address and users paste it into a shell, so it must contain nothing else. */
function quoted(address: string): string {
  return /^[\w./:@%+~=-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`
}
