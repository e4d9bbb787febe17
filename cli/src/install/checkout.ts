import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { commitOf, compact, repositoryOf } from '@nodeyard/analysis/lock/parts'
import type { Context } from '../ground/context.ts'
import { CliError, codeOf } from '../ground/errors.ts'
import { filesBelow, type Staged, workFolder } from './folder.ts'

/** A repository at one commit, and the folder that it gets. */
export interface Checkout {
  name: string
  repository: string
  commit: string
}

/** The most bytes that the objects of a repository may take. */
export const maxRepositoryBytes = 1024 ** 3

/** Repositories must not run programs, ask questions, or link to other places. */
const settings = {
  'advice.detachedHead': 'false',
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'fetch.fsckObjects': 'true',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '60',
  'submodule.recurse': 'false',
}
const environment = { GIT_ALLOW_PROTOCOL: 'http:https', GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' }

/** Clones a repository at a commit. Nothing of it runs, and nothing is in its place yet. */
export async function stageCheckout(
  { signal, env }: Pick<Context, 'signal' | 'env'>,
  packs: string,
  { name, repository, commit }: Checkout,
  maxBytes = maxRepositoryBytes,
): Promise<Staged> {
  const folder = join(await workFolder(packs, `new-${name}`), 'files')
  await mkdir(folder)
  const git = (...args: string[]) => runGit(folder, args, { signal, env, maxBytes })
  await git('init', '--quiet', '--template=')
  await git('config', 'core.symlinks', 'false')
  await git('remote', 'add', 'origin', repository)
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules']
  try {
    await git(...fetch, '--depth=1', 'origin', commit)
  } catch (error) {
    if (!(error instanceof CliError) || error.key !== 'git_failed') throw error
    // Some servers offer branches only.
    await git(...fetch, 'origin')
  }
  await git('checkout', '--quiet', '--detach', commit)
  const head = (await git('rev-parse', 'HEAD')).trim()
  if (head !== commit) throw new CliError('commit_wrong', { repository, commit, head })
  return { name, folder, files: await filesBelow(folder), isCheckout: true }
}

interface GitOptions extends Pick<Context, 'signal' | 'env'> {
  maxBytes: number
}

async function runGit(folder: string, args: string[], options: GitOptions): Promise<string> {
  const { signal, env, maxBytes } = options
  signal.throwIfAborted()
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const child = spawn('git', [...flags, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...environment },
    // Git starts other programs for the network, which have to end with it.
    detached: process.platform !== 'win32',
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (piece: Buffer) => {
      said[name] = (said[name] + piece.toString()).slice(-longestMessage)
    })
  const limits = watch(folder, maxBytes, () => end(child))
  const abort = () => end(child)
  signal.addEventListener('abort', abort)
  try {
    const [code] = await once(child, 'close')
    signal.throwIfAborted()
    if (limits.isExceeded()) throw new CliError('repository_too_large', { limit: maxBytes })
    if (code !== 0)
      throw new CliError('git_failed', {
        command: args[0] ?? '',
        message: said.stderr.trim() || String(code),
      })
    return said.stdout
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new CliError('git_missing') : error
  } finally {
    signal.removeEventListener('abort', abort)
    limits.stop()
  }
}

function end({ pid, kill }: ChildProcess): void {
  if (pid === undefined || process.platform === 'win32') kill('SIGKILL')
  else process.kill(-pid, 'SIGKILL')
}

const longestMessage = 2_000
const watchMs = 500
/** No repository of a size that is accepted takes longer. */
const longestMs = 30 * 60_000

/** Calls `onExceeded` when a folder becomes too large, or it takes too long. */
function watch(folder: string, maxBytes: number, onExceeded: () => void) {
  let isExceeded = false
  const startedAt = performance.now()
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy || isExceeded) return
    isBusy = true
    isExceeded = (await bytesBelow(folder)) > maxBytes || performance.now() - startedAt > longestMs
    isBusy = false
    if (isExceeded) onExceeded()
  }, watchMs)
  return { isExceeded: () => isExceeded, stop: () => clearInterval(timer) }
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder))
    bytes += await lstat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    )
  return bytes
}

/** Reads the origin and the commit of a checkout from its files. Git itself would obey the settings in there. */
export async function checkoutAt(
  folder: string,
): Promise<{ repository: string; commit?: string } | undefined> {
  const read = (path: string) => readFile(join(folder, '.git', path), 'utf8').catch(() => '')
  const repository = repositoryOf(originIn(await read('config')))
  if (repository === undefined) return undefined
  const head = (await read('HEAD')).trim()
  const [, ref] = /^ref: (refs\/[\w./-]{1,200})$/.exec(head) ?? []
  if (ref?.includes('..')) return { repository }
  const loose = ref === undefined ? head : (await read(ref)).trim()
  const packed = ref === undefined ? '' : await read('packed-refs')
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = commitOf(loose) ?? commitOf(line?.slice(0, 40))
  return compact({ repository, commit })
}

/** Finds the address of the remote `origin`. */
function originIn(config: string): string | undefined {
  let section = ''
  for (const line of config.split(/\r?\n/)) {
    if (line.startsWith('[')) section = line.trim()
    const [name = '', ...value] = line.split('=')
    if (section === '[remote "origin"]' && name.trim() === 'url') return value.join('=').trim()
  }
  return undefined
}
