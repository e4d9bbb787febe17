import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

export interface RunningPostgres {
  /** Of a superuser, for the database `postgres`. */
  url: string
  stop: () => Promise<void>
}

/** As in `postgresql.conf`. */
export type Settings = Readonly<Record<string, string | number>>

const oldestMajor = 15
const startTries = 3
const readyWithinMs = 30_000

/**
 * Starts a PostgreSQL of its own in a temporary folder, for tests: nothing in it survives a crash of the
 * machine. On a build machine (`CI` is set) a PostgreSQL that is installed but does not start is an error.
 * `settings` come on top of those of a small server.
 */
export async function startPostgres(
  settings: Settings = {},
): Promise<RunningPostgres | { unavailable: string }> {
  const binaries = findBinaries()
  if (!binaries) return { unavailable: `PostgreSQL ${oldestMajor} or newer is not installed` }
  try {
    return await startFrom(binaries, settings)
  } catch (error) {
    if (process.env['CI']) throw error
    return { unavailable: `PostgreSQL did not start: ${error instanceof Error ? error.message : error}` }
  }
}

/** Whether a PostgreSQL is installed that is new enough. */
export const hasPostgres = () => findBinaries() !== undefined

/** The folder with the oldest `initdb` and `postgres` that are new enough. */
function findBinaries(): string | undefined {
  const folders = [
    ...versionedFolders('/usr/lib/postgresql', 'bin'),
    ...versionedFolders('/opt/homebrew/opt', 'bin'),
    ...versionedFolders('/usr/local/opt', 'bin'),
    ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ]
  const found = folders
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .map((folder) => ({ folder, major: majorOf(folder) }))
    .filter(({ major }) => major >= oldestMajor)
  // The oldest that we support: newer ones forgive statements that it does not know.
  return found.sort((a, b) => a.major - b.major)[0]?.folder
}

function versionedFolders(parent: string, child: string): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
    .map((name) => join(parent, name, child))
}

function majorOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** PostgreSQL refuses to run as root: there the system's user `postgres` runs it. */
interface SystemUser {
  uid?: number
  gid?: number
}

function findSystemUser(): SystemUser {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(
    (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout,
  )
  if (!uid || !gid) throw new Error('as root, PostgreSQL needs a system user named postgres')
  return { uid: Number(uid), gid: Number(gid) }
}

async function startFrom(binaries: string, settings: Settings): Promise<RunningPostgres> {
  const user = findSystemUser()
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-postgres-'))
  try {
    if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
    await initialise(binaries, folder, user)
    return await startOnFreePort(binaries, folder, user, settings)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function initialise(binaries: string, folder: string, user: SystemUser): Promise<void> {
  // As in the embedded database: text is compared by code point, letters are those of Unicode.
  const locale = ['--lc-collate=C', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`]
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    ...locale,
  ]
  const child = spawn(join(binaries, 'initdb'), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([readAll(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`initdb failed: ${output}`)
}

async function startOnFreePort(
  binaries: string,
  folder: string,
  user: SystemUser,
  settings: Settings,
): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(binaries, folder, user, { ...settings, port: await findFreePort() })
    } catch (error) {
      // Another program may have taken the port meanwhile.
      if (attempt === startTries) throw error
    }
  }
}

async function startServer(
  binaries: string,
  folder: string,
  user: SystemUser,
  asked: Settings & { port: number },
): Promise<RunningPostgres> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    jit: 'off',
    logging_collector: 'off',
    ...asked,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), ['-D', join(folder, 'data'), ...args], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = readAll(child.stderr)
  const exited = once(child, 'exit').catch(() => undefined)
  let hasExited = false
  void exited.then(() => {
    hasExited = true
  })
  const remove = () => {
    // Waits until the server has let go of its files, which a signal alone would not.
    const stop = ['stop', '-D', join(folder, 'data'), '-m', 'immediate', '-s']
    if (!hasExited) spawnSync(join(binaries, 'pg_ctl'), stop, { ...user, cwd: folder })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const forget = callAtExit(remove)
  const url = `postgresql://postgres@127.0.0.1:${asked.port}/postgres`
  try {
    await waitUntilReady(url, () => hasExited)
  } catch (error) {
    forget()
    child.kill('SIGQUIT')
    await exited
    throw new Error(`${error instanceof Error ? error.message : error}\n${(await log).slice(-2000)}`)
  }
  const stop = async () => {
    forget()
    child.kill('SIGQUIT')
    await exited
    remove()
  }
  return { url, stop }
}

/** Calls `cleanUp` when the process ends, by itself or by a signal; gives a function that calls it off. */
function callAtExit(cleanUp: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    cleanUp()
    process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', cleanUp)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.on('exit', cleanUp)
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}

async function waitUntilReady(url: string, hasExited: () => boolean): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  for (;;) {
    const failure = await tryConnection(url)
    if (!failure) return
    if (hasExited()) throw new Error('the server ended while it was starting')
    if (performance.now() > deadline) throw failure
    await pause(20)
  }
}

async function tryConnection(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}
