import { devNull } from 'node:os'
import { type RunOptions, run, textOf } from './program.ts'

/** The most bytes that git takes for one object. Larger files are streamed, but not deltas of them. */
export const maxObjectBytes = 256 * 1024 * 1024

/** For every command: nothing of a repository runs, and no other host or repository is asked. */
const settings = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  // Files of a repository that name other files, or trees that a commit does not have.
  'core.multiPackIndex': 'false',
  'core.commitGraph': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'transfer.bundleURI': 'false',
  'fetch.uriProtocols': '',
  'fetch.unpackLimit': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'advice.detachedHead': 'false',
  // Memory, together with the limits of the process.
  'core.bigFileThreshold': '16m',
  'core.packedGitWindowSize': '32m',
  'core.packedGitLimit': '256m',
  'core.deltaBaseCacheLimit': '64m',
  'pack.threads': '1',
  'index.threads': '1',
  'checkout.workers': '1',
  // The network, which only some commands use.
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
}

const environment = {
  GIT_ALLOC_LIMIT: String(maxObjectBytes),
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LFS_SKIP_SMUDGE: '1',
  GIT_PROTOCOL_FROM_USER: '0',
  LC_ALL: 'C',
}

/** git without the configuration of this machine, for repositories that its user does not choose. */
export const withoutConfiguration = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_ASKPASS: 'true',
}

export interface GitOptions extends RunOptions {
  /** Of the command line, over those of every command. */
  settings?: Readonly<Record<string, string>>
  /** It may ask the address that it names. */
  isOnline?: boolean
}

/** Streams the output of a command. Throws `ProgramFailed` after the last byte if it failed. */
export function runGit(
  [command, ...args]: readonly [string, ...string[]],
  { settings: own = {}, isOnline = false, further = {}, ...options }: GitOptions,
): AsyncGenerator<Buffer> {
  const kind = networkCommands.has(command) ? 'git-network' : 'git'
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return run(kind, ['git', ...flags, command, ...args], {
    ...options,
    name: `git ${command}`,
    further: { ...environment, GIT_ALLOW_PROTOCOL: isOnline ? webProtocols : 'none', ...further },
  })
}

/**
 * Neither ssh nor files, whatever the settings of the user allow: addresses come from strangers, and `insteadOf` can lead them
 * elsewhere. Mirrors on the web work.
 */
const webProtocols = 'http:https'

const networkCommands: ReadonlySet<string> = new Set(['fetch', 'ls-remote'])

/** Returns the whole output of a short command. */
export function gitText(command: readonly [string, ...string[]], options: GitOptions): Promise<string> {
  return textOf(runGit(command, options))
}

/** Settings for a command that asks another host. */
export const overNetwork = (stallSeconds: number): Record<string, string> => ({
  'http.lowSpeedTime': String(stallSeconds),
})
