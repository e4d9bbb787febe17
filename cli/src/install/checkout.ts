import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRepository } from '@nodeyard/analysis/ground'
import { gitText, overNetwork, runGit } from '@nodeyard/outside/git'
import { ProgramFailed, ProgramMissing } from '@nodeyard/outside/program'
import { checkoutIn } from '@nodeyard/planning/folders'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { readStart } from '../pack/project-file.ts'
import { followRepository } from '../registry/follow-repository.ts'
import { LeadsInside, pinnedAddress } from '../registry/outside.ts'
import { filesBelow, type Staged, workFolder } from './folder.ts'
import { bytesBelow } from './trash.ts'

/** A repository at one commit, and the folder that it gets. */
export interface Checkout {
  name: string
  repository: string
  commit: string
  /** The registry has read this commit of this repository. */
  isRead?: true
}

/** The most bytes that the objects of a repository may take. */
export const maxRepositoryBytes = 1024 ** 3
/** The most files and folders of a commit. */
const maxRepositoryEntries = 100_000

const stallSeconds = 60

/** Clones a repository at a commit. Nothing of it runs, and nothing is in its place yet. */
export async function stageCheckout(
  { signal, env }: Pick<Context, 'signal' | 'env'>,
  into: string,
  { name, repository, commit, isRead }: Checkout,
  maxBytes = maxRepositoryBytes,
): Promise<Staged> {
  const folder = join(await workFolder(into, name), 'files')
  await mkdir(folder)
  const git = (...command: [string, ...string[]]) => gitIn(folder, command, { signal, env, maxBytes })
  await git('init', '--quiet', '--template=')
  await git('config', 'core.symlinks', 'false')
  await git('remote', 'add', 'origin', repository)
  const address = await followRepository(repository, signal)
  const pinned = {
    ...(await pinnedFor(address)),
    ...notInstead(address, await git('ls-remote', '--get-url', '--', address.href)),
  }
  const fetch = (...refs: string[]) => {
    const flags = ['--quiet', '--no-tags', '--no-recurse-submodules']
    return gitIn(folder, ['fetch', ...flags, ...refs], { signal, env, maxBytes, address, pinned })
  }
  try {
    await fetch('--depth=1', '--', address.href, commit)
  } catch (error) {
    // Some servers offer branches only, or whole histories.
    if (!(error instanceof CliError) || !/not our ref|unadvertised object|shallow/.test(error.message))
      throw error
    await fetch('--', address.href, '+refs/heads/*:refs/remotes/origin/*')
  }
  if (!isRead) {
    const history = join(folder, '../history')
    await mkdir(history)
    const inHistory = (...command: [string, ...string[]]) =>
      gitIn(history, command, { signal, env, maxBytes, address, pinned })
    if (!(await isReachable(inHistory, address, commit)))
      throw new CliError('commit_unreachable', { repository, commit })
    await rm(history, { recursive: true, force: true })
  }
  await assertCountable(folder, commit, { signal, env })
  // Otherwise git can write other bytes than those that were checked, as the repository says.
  await mkdir(join(folder, '.git/info'), { recursive: true })
  await writeFile(join(folder, '.git/info/attributes'), '* !working-tree-encoding -ident\n')
  await git('checkout', '--quiet', '--detach', commit)
  const head = (await git('rev-parse', 'HEAD')).trim()
  if (head !== commit) throw new CliError('commit_wrong', { repository, commit, head })
  return { name, folder, files: await filesBelow(folder), isCheckout: true }
}

/**
 * Whether a commit is part of the default branch or of a tag. Hosts serve the commits of every fork under the address of the
 * repository, so that having one proves nothing.
 */
async function isReachable(
  git: (...command: [string, ...string[]]) => Promise<string>,
  { href }: URL,
  commit: string,
): Promise<boolean> {
  await git('init', '--quiet', '--bare', '--template=')
  const tips = await git('ls-remote', '--', href, 'HEAD', 'refs/tags/*')
  if (tips.split('\n').some((line) => line.startsWith(`${commit}\t`))) return true
  await git('remote', 'add', 'origin', href)
  // Histories are enough, where the server can leave out the files.
  const refs = ['+HEAD:refs/tips/HEAD', '+refs/tags/*:refs/tips/tags/*']
  await git('fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--filter=tree:0', 'origin', ...refs)
  const containing = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/tips'] as const
  // git fails for a commit that it does not have.
  return (await git(...containing).catch(() => '')).trim() !== ''
}

/** Throws for trees with too many entries. A few small trees that contain one another can have billions. */
async function assertCountable(
  folder: string,
  commit: string,
  { signal, env }: Pick<Context, 'signal' | 'env'>,
): Promise<void> {
  const listing = runGit(['ls-tree', '-r', '-t', '-z', '--name-only', commit], { signal, env, cwd: folder })
  let entries = 0
  try {
    for await (const chunk of listing) {
      for (const byte of chunk) if (byte === 0) entries++
      if (entries > maxRepositoryEntries)
        throw new CliError('repository_too_many', { limit: maxRepositoryEntries })
    }
  } catch (error) {
    throw cliErrorOf(error, 'ls-tree')
  }
}

/**
 * Settings that keep an address where the user's `insteadOf` leads to ssh or to files, which git refuses: developers publish over ssh.
 * Of several rules, git follows the one with the longest match. A name of a setting has no equals sign.
 */
const notInstead = ({ href }: URL, found: string): Record<string, string> =>
  /^https?:/i.test(found) || href.includes('=') ? {} : { [`url.${href}.insteadOf`]: href }

interface GitOptions extends Pick<Context, 'signal' | 'env'> {
  maxBytes: number
  /** The only address that this command may reach. */
  address?: URL
  /** Settings that make it connect to the address that was checked. */
  pinned?: Record<string, string>
}

/** git resolves names itself, possibly to others than this program. */
async function pinnedFor(address: URL): Promise<Record<string, string>> {
  const { origin, hostname, protocol } = address
  try {
    const ip = await pinnedAddress(address)
    const port = address.port || (protocol === 'https:' ? '443' : '80')
    return ip === undefined ? {} : { 'http.curloptResolve': `${hostname}:${port}:${ip}` }
  } catch (error) {
    if (error instanceof LeadsInside) throw new CliError('redirects_inside', { origin, next: error.address })
    throw new CliError('host_not_found', { hostname })
  }
}

async function gitIn(
  folder: string,
  command: readonly [string, ...string[]],
  { signal, env, maxBytes, address, pinned = {} }: GitOptions,
): Promise<string> {
  const limits = watch(folder, maxBytes, signal)
  const settings = {
    'fetch.fsckObjects': 'true',
    ...(address ? overNetwork(stallSeconds) : {}),
    ...pinned,
  }
  try {
    return await gitText(command, {
      signal: limits.signal,
      env,
      cwd: folder,
      settings,
      isOnline: address !== undefined,
    })
  } catch (error) {
    throw cliErrorOf(error, command[0])
  } finally {
    limits.stop()
  }
}

function cliErrorOf(error: unknown, command: string): unknown {
  if (error instanceof ProgramMissing) return new CliError('git_missing')
  if (!(error instanceof ProgramFailed)) return error
  return new CliError('git_failed', { command, message: error.output.trim() || '?' })
}

const watchMs = 500

/** Returns a signal that aborts with the given one, and when the folder becomes too large. */
function watch(
  folder: string,
  maxBytes: number,
  outer: AbortSignal,
): { signal: AbortSignal; stop: () => void } {
  const inner = new AbortController()
  const abort = () => inner.abort(outer.reason)
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort)
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    if ((await bytesBelow(folder)) > maxBytes)
      inner.abort(new CliError('repository_too_large', { limit: maxBytes }))
    isBusy = false
  }, watchMs)
  const stop = () => {
    clearInterval(timer)
    outer.removeEventListener('abort', abort)
  }
  return { signal: inner.signal, stop }
}

/** Whether a folder is a checkout of this repository at this commit. Files that the user changed since do not count. */
export async function isAt(folder: string, { repository, commit }: Checkout): Promise<boolean> {
  const found = await checkoutIn((path, length) => readStart(join(folder, path), length))
  const key = readRepository(repository)?.key
  return key !== undefined && found?.commit === commit && readRepository(found.repository)?.key === key
}

/** Returns when a commit was made. Undefined if the checkout does not have it. */
export async function commitDate(
  { signal, env }: Pick<Context, 'signal' | 'env'>,
  folder: string,
  commit: string,
): Promise<Date | undefined> {
  // Unlike `git log`, this runs no program that the settings of the checkout name.
  const text = await gitText(['cat-file', 'commit', commit], { signal, env, cwd: folder }).catch(() => '')
  const seconds = /^committer .{0,1000}> (\d{1,12}) [+-]\d{4}$/m.exec(text)?.[1]
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000)
}
